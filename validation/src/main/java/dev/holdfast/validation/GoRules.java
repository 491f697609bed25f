package dev.holdfast.validation;

import static dev.holdfast.contract.Severity.CRITICAL;
import static dev.holdfast.contract.Severity.ERROR;
import static dev.holdfast.contract.Severity.WARNING;

import dev.holdfast.validation.dialects.Occurrence;
import java.util.List;

/** What is dangerous in Go. */
final class GoRules {
    static final List<Rule> ALL = new RuleList()
            .call(
                    "go-shell",
                    CRITICAL,
                    "os/exec\\.Command(?:Context)?",
                    GoRules::ofShell,
                    "hands a line to a shell",
                    "start the program itself with its arguments")
            .call(
                    "go-exec",
                    WARNING,
                    "os/exec\\.Command(?:Context)?",
                    GoRules::ofComputedProgram,
                    "starts a program whose name is computed",
                    "name the program")
            .call(
                    "go-syscall-exec",
                    ERROR,
                    "syscall\\.(?:Exec|ForkExec|StartProcess)",
                    "starts a program past the library",
                    "os/exec")
            .call("go-plugin", ERROR, "plugin\\.Open", "loads native code", "compile it in")
            .call(
                    "go-unsafe",
                    WARNING,
                    "unsafe\\.(?:Pointer|Slice|String)",
                    "goes past the type system",
                    "use the types")
            .call(
                    "go-template",
                    ERROR,
                    "html/template\\.(?:HTML|JS|CSS|URL)",
                    occurrence -> !occurrence.firstIsConstant(),
                    "puts text into a page as markup",
                    "hand the text to the template as it is")
            .all();

    private GoRules() {}

    private static boolean ofShell(Occurrence call) {
        return call.hasConstant(text -> text.matches("(?:/\\w+)*/?(?:ba|da|z|k)?sh|cmd(?:\\.exe)?|powershell"))
                && call.hasConstant(text -> text.matches("-\\w*c|/[cC]|-Command"));
    }

    private static boolean ofComputedProgram(Occurrence call) {
        int program = call.name().endsWith("Context") ? 1 : 0;
        return call.arguments().size() > program
                && !call.arguments().get(program).isText()
                && !ofShell(call);
    }
}
