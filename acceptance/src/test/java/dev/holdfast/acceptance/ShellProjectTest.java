package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.ContractJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A project in the base image, which needs no network: the way that every project goes. */
@ExtendWith(WithStack.class)
class ShellProjectTest {
    private final StackUnderTest stack;

    ShellProjectTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void testTellsCountsAndTheFailingTest() {
        Samples.assertTold(
                stack.holdfast("test", "-o", "json", Samples.directory("shell")), "adds wrongly", "tests.sh:4");
    }

    @Test
    void forPeopleItEndsWithTheSummary() {
        Shell.Ended test = stack.holdfast("test", "--quiet", Samples.directory("shell"));
        assertThat(test.exitCode()).isEqualTo(1);
        assertThat(test.stdout())
                .contains("FAILED adds wrongly  tests.sh:4")
                .contains("FAIL  (make) 4 tests: 2 passed, 1 failed, 1 skipped in");
    }

    @Test
    void anEmptyDirectoryIsToldWhatWasLookedFor(@TempDir Path empty) {
        Shell.Ended test = stack.holdfast("test", empty.toString());
        assertThat(test.exitCode()).isEqualTo(2);
        assertThat(test.stderr())
                .contains("no project was found in " + empty)
                .contains("package.json", "pyproject.toml", "pom.xml", "go.mod", "*.sln", ".holdfast.yml");
    }

    @Test
    void whatNoToolKnowsIsRunByItsOwnCommands(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("run"), "echo 1..2; echo ok 1 - adds; echo not ok 2 - adds wrongly\n");
        Files.writeString(directory.resolve(".holdfast.yml"), """
                image: debian:bookworm-slim
                commands: {test: sh run > tests.tap}
                reports: [tests.tap]
                """);
        Shell.Ended test = stack.holdfast("test", "--quiet", directory.toString());
        assertThat(test.exitCode()).as(test.stderr()).isEqualTo(1);
        assertThat(test.stdout()).contains("FAIL  (other) 2 tests: 1 passed, 1 failed");
    }

    @Test
    void detectAndInitNeedNoStack(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("go.mod"), "module a\n\ngo 1.24\n");
        Shell.Ended detect = stack.holdfast("detect", "-o", "json", directory.toString());
        assertThat(ContractJson.STRICT
                        .readTree(detect.stdout())
                        .path("projects")
                        .path(0)
                        .path("version")
                        .stringValue())
                .isEqualTo("1.24");

        assertThat(stack.holdfast("init", directory.toString()).exitCode()).isZero();
        assertThat(directory.resolve(".holdfast.yml")).content().contains("go test -json");
        assertThat(stack.holdfast("init", directory.toString()).exitCode()).isEqualTo(2);
    }

    @Test
    void aWrongContractIsToldByLine(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("Makefile"), "test:\n");
        Files.writeString(directory.resolve(".holdfast.yml"), "limits:\n  memory: lots\n");
        Shell.Ended test = stack.holdfast("test", directory.toString());
        assertThat(test.exitCode()).isEqualTo(2);
        assertThat(test.stderr()).contains(".holdfast.yml:2:11: limits.memory");
    }
}
