package dev.holdfast.validation;

import static dev.holdfast.contract.Severity.CRITICAL;
import static dev.holdfast.contract.Severity.ERROR;
import static dev.holdfast.contract.Severity.WARNING;

import dev.holdfast.validation.dialects.Occurrence;
import java.util.List;

/** What is dangerous in Python. */
final class PythonRules {
    private static final String RUN = "subprocess\\.(?:run|call|check_call|check_output|Popen)";

    static final List<Rule> ALL = new RuleList()
            .call(
                    "py-eval",
                    CRITICAL,
                    "(?:builtins\\.)?eval",
                    occurrence -> !occurrence.firstIsConstant(),
                    "runs whatever text it is given as code",
                    "parse the text, e.g. by ast.literal_eval or json.loads")
            .call(
                    "py-exec",
                    CRITICAL,
                    "(?:builtins\\.)?exec",
                    "runs text as code",
                    "call functions of your own instead")
            .call(
                    "py-compile",
                    ERROR,
                    "(?:builtins\\.)?compile",
                    occurrence -> occurrence.arguments().size() >= 3,
                    "makes code of text",
                    "call functions of your own instead")
            .call(
                    "py-import",
                    WARNING,
                    "(?:builtins\\.)?__import__|importlib\\.import_module",
                    occurrence -> occurrence.name().equals("__import__") || !occurrence.firstIsConstant(),
                    "loads a module by a name that is computed",
                    "import it by its name")
            .call(
                    "py-os-system",
                    CRITICAL,
                    "os\\.(?:system|popen|exec[lv]p?e?|spawn[lv]p?e?)|posix\\.system|commands\\.getoutput",
                    "hands a line to a shell",
                    "subprocess.run with a list of arguments")
            .call(
                    "py-subprocess-shell",
                    CRITICAL,
                    RUN,
                    PythonRules::inShell,
                    "hands a line to a shell",
                    "give a list of arguments and leave shell=True out")
            .call(
                    "py-subprocess-shell",
                    CRITICAL,
                    "subprocess\\.(?:getoutput|getstatusoutput)|asyncio\\.create_subprocess_shell",
                    "hands a line to a shell",
                    "give a list of arguments to subprocess.run")
            .call(
                    "py-pickle",
                    CRITICAL,
                    "(?:c?[pP]ickle|dill|shelve|marshal)\\.(?:loads?|open|Unpickler)|pandas\\.read_pickle|joblib\\.load",
                    "runs code that is hidden in data",
                    "use json, or check a signature first")
            .call(
                    "py-yaml-load",
                    ERROR,
                    "yaml\\.(?:load|load_all)",
                    PythonRules::withoutSafeLoader,
                    "can make any object out of a text",
                    "yaml.safe_load")
            .call("py-tempfile", WARNING, "tempfile\\.mktemp", "another process can be first", "tempfile.mkstemp")
            .call(
                    "py-tls",
                    ERROR,
                    "(?:requests|httpx)\\.(?:get|post|put|delete|patch|head|request|Session|Client)",
                    occurrence -> occurrence.hasArgument("verify=False"),
                    "trusts any certificate",
                    "leave verify=False out")
            .call(
                    "py-tls",
                    ERROR,
                    "ssl\\._create_unverified_context",
                    "trusts any certificate",
                    "ssl.create_default_context")
            .all();

    private PythonRules() {}

    private static boolean inShell(Occurrence call) {
        return call.hasArgument("shell=True") || call.hasArgument("shell=1");
    }

    private static boolean withoutSafeLoader(Occurrence call) {
        return call.arguments().stream().noneMatch(argument -> argument.text().contains("SafeLoader"));
    }
}
