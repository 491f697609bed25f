package dev.holdfast.validation;

import static dev.holdfast.contract.Severity.CRITICAL;
import static dev.holdfast.contract.Severity.ERROR;
import static dev.holdfast.contract.Severity.WARNING;
import static dev.holdfast.validation.dialects.Occurrence.Kind.PIPE;

import dev.holdfast.validation.dialects.Occurrence;
import java.util.List;

/** What is dangerous in shell scripts. */
final class ShellRules {
    static final List<Rule> ALL = new RuleList()
            .call("sh-eval", ERROR, "eval", "runs text as code", "call the command itself")
            .add(
                    "sh-download-run",
                    CRITICAL,
                    PIPE,
                    "(?:curl|wget)\\|(?:.*\\|)?(?:sudo|sh|bash|zsh|python3?|perl|ruby|node)",
                    "runs what somebody else sends",
                    "download it, check its hash, then run it")
            .call(
                    "sh-download-run",
                    CRITICAL,
                    "source|\\.|bash|sh|eval",
                    occurrence -> occurrence.arguments().stream()
                            .anyMatch(argument -> argument.text().matches("(?s).*(?:<|\\$)\\(\\s*(?:curl|wget)\\b.*")),
                    "runs what somebody else sends",
                    "download it, check its hash, then run it")
            .call(
                    "sh-remove-root",
                    CRITICAL,
                    "rm",
                    ShellRules::removesRoot,
                    "removes everything",
                    "name what is to be removed")
            .call(
                    "sh-chmod",
                    WARNING,
                    "chmod",
                    occurrence -> occurrence.arguments().stream()
                            .anyMatch(argument -> argument.text().matches("0?777|a\\+rwx|ugo\\+rwx")),
                    "lets everybody write",
                    "give only what is needed")
            .call(
                    "sh-device",
                    CRITICAL,
                    "dd",
                    occurrence -> occurrence.arguments().stream()
                            .anyMatch(argument -> argument.text().startsWith("of=/dev/")
                                    && !argument.text().equals("of=/dev/null")),
                    "overwrites a device",
                    "write to a file")
            .call(
                    "sh-filesystem",
                    CRITICAL,
                    "mkfs(?:\\.\\w+)?",
                    "makes a file system",
                    "leave that to who sets up the machine")
            .all();

    private ShellRules() {}

    private static boolean removesRoot(Occurrence call) {
        boolean recursive =
                call.arguments().stream().anyMatch(argument -> argument.text().matches("-\\w*[rR]\\w*|--recursive"));
        return recursive
                && call.arguments().stream()
                        .anyMatch(argument -> argument.text()
                                .matches("/|/\\*|~/?|\"?\\$HOME\"?/?|--no-preserve-root|\"?\\$\\{?\\w+\\}?\"?/\\*?"));
    }
}
