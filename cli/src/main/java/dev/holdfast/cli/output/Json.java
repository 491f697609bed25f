package dev.holdfast.cli.output;

import dev.holdfast.contract.ContractJson;
import java.io.PrintStream;
import tools.jackson.databind.ObjectWriter;

/** Prints one JSON value: indented for a person at a terminal, in one line for a program. */
public final class Json {
    private Json() {}

    public static void print(PrintStream out, Object value) {
        ObjectWriter writer = Terminal.isStdout()
                ? ContractJson.LENIENT.writerWithDefaultPrettyPrinter()
                : ContractJson.LENIENT.writer();
        out.println(writer.writeValueAsString(value));
        out.flush();
    }

    /** One of several values, each on a line of its own wherever it goes. */
    public static void line(PrintStream out, Object value) {
        out.println(ContractJson.LENIENT.writeValueAsString(value));
        out.flush();
    }
}
