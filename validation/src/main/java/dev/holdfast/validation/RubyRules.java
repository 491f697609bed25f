package dev.holdfast.validation;

import static dev.holdfast.contract.Severity.CRITICAL;
import static dev.holdfast.contract.Severity.ERROR;
import static dev.holdfast.contract.Severity.WARNING;
import static dev.holdfast.validation.dialects.Occurrence.Kind.SHELL;

import dev.holdfast.validation.dialects.Occurrence;
import java.util.List;

/** What is dangerous in Ruby. */
final class RubyRules {
    static final List<Rule> ALL = new RuleList()
            .call(
                    "rb-eval",
                    CRITICAL,
                    "(?:Kernel\\.|binding\\.|.*\\.)?(?:eval|instance_eval|class_eval|module_eval)",
                    occurrence -> !occurrence.arguments().isEmpty(),
                    "runs text as code",
                    "call methods of your own instead")
            .call(
                    "rb-system",
                    CRITICAL,
                    "(?:Kernel\\.)?(?:system|exec|spawn)|IO\\.popen|Open3\\.\\w+",
                    RubyRules::ofOneLine,
                    "hands a line to a shell",
                    "give the program and its arguments one by one")
            .add(
                    "rb-backticks",
                    CRITICAL,
                    SHELL,
                    "`",
                    "hands a line to a shell",
                    "Open3.capture2 with arguments one by one")
            .call(
                    "rb-marshal",
                    CRITICAL,
                    "Marshal\\.(?:load|restore)",
                    "runs code that is hidden in data",
                    "JSON.parse")
            .call(
                    "rb-yaml-load",
                    ERROR,
                    "(?:YAML|Psych)\\.(?:load|unsafe_load|load_file)",
                    "can make any object out of a text",
                    "YAML.safe_load")
            .call(
                    "rb-open-pipe",
                    CRITICAL,
                    "(?:Kernel\\.)?open",
                    occurrence -> occurrence.hasConstant(text -> text.startsWith("|")),
                    "hands a line to a shell",
                    "IO.popen with arguments one by one")
            .call(
                    "rb-send",
                    WARNING,
                    "(?:.*\\.)?(?:send|public_send|constantize)",
                    occurrence -> !occurrence.arguments().isEmpty()
                            && !occurrence.arguments().get(0).type().contains("symbol")
                            && !occurrence.firstIsConstant(),
                    "calls a method whose name is computed",
                    "name the method")
            .all();

    private RubyRules() {}

    private static boolean ofOneLine(Occurrence call) {
        return call.arguments().stream()
                                .filter(argument -> !argument.type().equals("pair"))
                                .count()
                        == 1
                && !call.arguments().get(0).type().equals("array");
    }
}
