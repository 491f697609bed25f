package dev.holdfast.validation;

import static dev.holdfast.contract.Severity.CRITICAL;
import static dev.holdfast.contract.Severity.ERROR;
import static dev.holdfast.contract.Severity.WARNING;
import static dev.holdfast.validation.dialects.Occurrence.Kind.ASSIGN;
import static dev.holdfast.validation.dialects.Occurrence.Kind.NEW;

import dev.holdfast.validation.dialects.Occurrence;
import java.util.List;

/** What is dangerous in JavaScript and TypeScript. */
final class ScriptRules {
    static final List<Rule> ALL = new RuleList()
            .call(
                    "js-eval",
                    CRITICAL,
                    "(?:window\\.|globalThis\\.|global\\.)?eval",
                    "runs text as code",
                    "parse the text, e.g. by JSON.parse")
            .add(
                    "js-function",
                    CRITICAL,
                    NEW,
                    "(?:window\\.|globalThis\\.)?Function",
                    "makes code of text",
                    "write the function down")
            .call(
                    "js-function",
                    CRITICAL,
                    "(?:window\\.|globalThis\\.)?Function",
                    "makes code of text",
                    "write the function down")
            .call(
                    "js-timer-text",
                    ERROR,
                    "(?:window\\.)?set(?:Timeout|Interval)",
                    occurrence -> !occurrence.arguments().isEmpty()
                            && occurrence.arguments().get(0).isText(),
                    "runs text as code",
                    "give a function")
            .call(
                    "js-exec",
                    CRITICAL,
                    "child_process\\.exec(?:Sync)?",
                    "hands a line to a shell",
                    "execFile with a list of arguments")
            .call(
                    "js-spawn-shell",
                    CRITICAL,
                    "child_process\\.(?:spawn|spawnSync|execFile|execFileSync)",
                    ScriptRules::inShell,
                    "hands a line to a shell",
                    "leave shell: true out")
            .add(
                    "js-inner-html",
                    ERROR,
                    ASSIGN,
                    "innerHTML|outerHTML",
                    occurrence -> !occurrence.firstIsConstant(),
                    "puts text into a page as markup",
                    "textContent, or clean the markup first")
            .add(
                    "js-inner-html",
                    WARNING,
                    ASSIGN,
                    "dangerouslySetInnerHTML",
                    "puts text into a page as markup",
                    "render text, or clean the markup first")
            .call(
                    "js-document-write",
                    ERROR,
                    "document\\.write(?:ln)?",
                    "puts text into a page as markup",
                    "make elements and set textContent")
            .call(
                    "js-insert-html",
                    ERROR,
                    ".*\\.insertAdjacentHTML",
                    occurrence -> occurrence.arguments().size() < 2
                            || !occurrence.arguments().get(1).isConstantText(),
                    "puts text into a page as markup",
                    "insertAdjacentText")
            .call(
                    "js-vm",
                    ERROR,
                    "vm\\.(?:runIn\\w+|compileFunction)",
                    "runs text as code; vm is no sandbox",
                    "run it in a sandbox of Holdfast's")
            .call(
                    "js-deserialize",
                    CRITICAL,
                    "(?:node-serialize|serialize-javascript)\\.unserialize",
                    "runs code that is hidden in data",
                    "JSON.parse")
            .all();

    private ScriptRules() {}

    private static boolean inShell(Occurrence call) {
        return call.arguments().stream()
                .anyMatch(argument -> argument.text().matches("(?s)\\{.*\\bshell\\s*:\\s*+(?!false).*\\}"));
    }
}
