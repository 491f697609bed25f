package dev.holdfast.cli.output;

import com.fasterxml.jackson.annotation.JsonInclude;
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

    /** Without what was left out: for what people may want to send again. */
    public static void printWithoutNulls(PrintStream out, Object value) {
        print(
                out,
                ContractJson.LENIENT
                        .rebuild()
                        .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
                        .build()
                        .valueToTree(value));
    }

    /** One of several values, each on a line of its own wherever it goes. */
    public static void line(PrintStream out, Object value) {
        out.println(ContractJson.LENIENT.writeValueAsString(value));
        out.flush();
    }
}
