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
}
