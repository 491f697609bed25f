package dev.holdfast.validation;

import dev.holdfast.contract.ContractJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Looks at a directory in a process of its own and prints what it found as JSON: code that breaks a native grammar then
 * breaks nothing else.
 */
public final class Standalone {
    private static final int MOST = 1000;

    private Standalone() {}

    public static void main(String[] arguments) throws IOException {
        List<Finding> found = Validator.validate(Path.of(arguments[0]));
        System.out.println(ContractJson.LENIENT.writeValueAsString(
                found.stream().limit(MOST).toList()));
    }
}
