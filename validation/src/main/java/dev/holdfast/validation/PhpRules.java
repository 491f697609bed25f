package dev.holdfast.validation;

import static dev.holdfast.contract.Severity.CRITICAL;
import static dev.holdfast.contract.Severity.ERROR;
import static dev.holdfast.validation.dialects.Occurrence.Kind.INCLUDE;
import static dev.holdfast.validation.dialects.Occurrence.Kind.SHELL;

import java.util.List;

/** What is dangerous in PHP. */
final class PhpRules {
    static final List<Rule> ALL = new RuleList()
            .call(
                    "php-eval",
                    CRITICAL,
                    "eval|create_function",
                    "runs text as code",
                    "call functions of your own instead")
            .call(
                    "php-assert",
                    ERROR,
                    "assert",
                    occurrence -> !occurrence.arguments().isEmpty()
                            && occurrence.arguments().get(0).isText(),
                    "runs text as code",
                    "assert an expression")
            .call(
                    "php-shell",
                    CRITICAL,
                    "system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec",
                    "hands a line to a shell",
                    "do without, or escapeshellarg every argument")
            .add(
                    "php-backticks",
                    CRITICAL,
                    SHELL,
                    "`",
                    "hands a line to a shell",
                    "do without, or escapeshellarg every argument")
            .call("php-unserialize", CRITICAL, "unserialize", "runs code that is hidden in data", "json_decode")
            .call(
                    "php-preg-eval",
                    CRITICAL,
                    "preg_replace",
                    occurrence -> occurrence.hasConstant(text -> text.matches("(?s)(.).*\\1\\w*e\\w*")),
                    "runs text as code",
                    "preg_replace_callback")
            .add(
                    "php-include",
                    ERROR,
                    INCLUDE,
                    "include",
                    occurrence -> occurrence.arguments().stream()
                            .anyMatch(argument -> argument.text().contains("$")),
                    "runs a file whose name is computed",
                    "name the file")
            .call(
                    "php-call",
                    ERROR,
                    "call_user_func(?:_array)?",
                    occurrence -> !occurrence.arguments().isEmpty()
                            && occurrence.arguments().get(0).text().startsWith("$_"),
                    "calls a function that a visitor names",
                    "choose from a list of your own")
            .all();

    private PhpRules() {}
}
