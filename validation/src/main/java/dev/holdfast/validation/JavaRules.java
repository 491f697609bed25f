package dev.holdfast.validation;

import static dev.holdfast.contract.Severity.CRITICAL;
import static dev.holdfast.contract.Severity.ERROR;
import static dev.holdfast.contract.Severity.WARNING;
import static dev.holdfast.validation.dialects.Occurrence.Kind.NEW;

import dev.holdfast.validation.dialects.Occurrence;
import java.util.List;

/** What is dangerous in Java. */
final class JavaRules {
    static final List<Rule> ALL = new RuleList()
            .call(
                    "java-exec",
                    CRITICAL,
                    "(?:.*\\.)?getRuntime\\(\\)\\.exec|(?:runtime|rt)\\.exec",
                    "starts a program from a line of text",
                    "ProcessBuilder with a list of arguments")
            .add(
                    "java-shell",
                    CRITICAL,
                    NEW,
                    "(?:java\\.lang\\.)?ProcessBuilder",
                    JavaRules::ofShell,
                    "hands a line to a shell",
                    "start the program itself with its arguments")
            .add(
                    "java-deserialize",
                    CRITICAL,
                    NEW,
                    "(?:java\\.io\\.)?ObjectInputStream|(?:java\\.beans\\.)?XMLDecoder",
                    "runs code that is hidden in data",
                    "JSON, or a filter of allowed classes")
            .add(
                    "java-script",
                    ERROR,
                    NEW,
                    "(?:javax\\.script\\.)?ScriptEngineManager|GroovyShell",
                    "runs text as code",
                    "call methods of your own instead")
            .call(
                    "java-class-name",
                    WARNING,
                    "Class\\.forName",
                    occurrence -> !occurrence.firstIsConstant(),
                    "loads a class by a name that is computed",
                    "name the class")
            .call(
                    "java-native",
                    WARNING,
                    "System\\.load(?:Library)?",
                    "loads native code",
                    "ship it as a dependency that is checked")
            .call(
                    "java-exit",
                    WARNING,
                    "Runtime\\.getRuntime\\(\\)\\.halt",
                    "ends the JVM without its hooks",
                    "return, or System.exit")
            .all();

    private JavaRules() {}

    private static boolean ofShell(Occurrence made) {
        boolean shell = made.hasConstant(
                text -> text.matches("(?:/\\w+)*/?(?:ba|da|z|k)?sh|cmd(?:\\.exe)?|powershell(?:\\.exe)?"));
        return shell && made.hasConstant(text -> text.matches("-\\w*c|/[cC]|-Command"));
    }
}
