package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MainTest {
    private record Called(int exitCode, String out, String err) {}

    @Test
    void versionIsTheOneOfTheBuild() {
        Called called = call("--version");

        assertThat(called.exitCode()).isZero();
        assertThat(called.out()).matches("holdfast \\d+\\.\\d+\\.\\d+\\S*\\n");
    }

    @Test
    void everyCommandHasHelpThatNamesIt() {
        for (String name : Commands.NAMES) {
            Called called = call(name, "--help");

            assertThat(called.exitCode()).as(name).isZero();
            assertThat(called.out()).contains("holdfast " + name);
        }
    }

    @Test
    void helpListsEveryCommand() {
        Called called = call("--help");

        assertThat(called.exitCode()).isZero();
        assertThat(called.out()).contains(Commands.NAMES);
    }

    @Test
    void unknownCommandIsAUsageErrorThatNamesIt() {
        Called called = call("rnu");

        assertThat(called.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(called.err()).isEqualTo("holdfast: there is no command 'rnu'; did you mean 'holdfast run'?\n");
        assertThat(call("lgos", "x").err()).contains("'holdfast logs'");
        assertThat(call("frobnicate").err()).contains("'holdfast --help' lists all");
    }

    @Test
    void helpIsACommandToo() {
        assertThat(call("help").out()).isEqualTo(call("--help").out());
        assertThat(call("help", "logs").out()).isEqualTo(call("logs", "--help").out());
        assertThat(call("help", "token", "create").out())
                .isEqualTo(call("token", "create", "--help").out());
    }

    @Test
    void noCommandIsAUsageError() {
        assertThat(call().exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    private static Called call(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        var capturedOut = new ByteArrayOutputStream();
        var capturedErr = new ByteArrayOutputStream();
        System.setOut(new PrintStream(capturedOut, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(capturedErr, true, StandardCharsets.UTF_8));
        try {
            int exitCode = Main.execute(arguments);
            return new Called(
                    exitCode,
                    capturedOut.toString(StandardCharsets.UTF_8),
                    capturedErr.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
