package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Programs from PyPI that {@code deploy/scripts/ensure-python-tools} brought. */
final class PythonTools {
    private PythonTools() {}

    /** Under CI they must be there; elsewhere a test without them is skipped, and says what to do. */
    static Path program(String name) {
        String directory = System.getenv("HOLDFAST_PYTHON_TOOLS");
        String missing = "HOLDFAST_PYTHON_TOOLS is not set; deploy/scripts/ensure-python-tools prints its value";
        if (System.getenv("CI") == null) {
            Assumptions.assumeTrue(directory != null, missing);
        }
        assertThat(directory).as(missing).isNotNull();
        Path program = Path.of(String.valueOf(directory), "bin", name);
        assertThat(Files.isExecutable(program)).as("%s can be run", program).isTrue();
        return program;
    }
}
