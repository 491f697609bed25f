package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.OpenTask;
import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast cp} into an open task, out of it, and out of what is left of it. */
@ExtendWith(WithStack.class)
class CopyTest {
    private final StackUnderTest stack;

    @TempDir
    Path local;

    CopyTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void filesAndDirectoriesGoInAndComeOut() throws IOException {
        TaskId id = new TaskId("acceptance-copy");
        Path directory = Files.createDirectories(local.resolve("src/inner"));
        Files.writeString(directory.resolve("b.txt"), "b");
        Path file = Files.writeString(local.resolve("a.txt"), "a");
        TaskSpec spec = TaskSpec.of().withArtifacts(new ArtifactSpec(List.of("**"), List.of(), null));
        try (OpenTask task = stack.client().open(id, spec)) {
            copy(file.toString(), id + ":in/");
            copy(local.resolve("src").toString(), id + ":src");
            assertThat(task.run("cat", "in/a.txt", "src/inner/b.txt").stdout()).isEqualTo("ab");

            task.run("sh", "-c", "echo made > out.txt");
            copy(id + ":out.txt", local.toString());
            assertThat(local.resolve("out.txt")).hasContent("made");
            copy(id + ":src", local.resolve("src.tar").toString());
            assertThat(Shell.succeed(
                            List.of("tar", "tf", local.resolve("src.tar").toString())))
                    .contains("inner/b.txt");
        }

        copy(id + ":out.txt", local.resolve("kept.txt").toString());
        assertThat(local.resolve("kept.txt")).hasContent("made");
        assertThat(stack.holdfast("cp", "a", "b").exitCode()).isEqualTo(2);
        assertThat(stack.holdfast("cp", id + ":not-there", local.toString()).stderr())
                .contains("not-there");
    }

    private void copy(String from, String to) {
        Shell.Ended ended = stack.holdfast("cp", from, to);
        assertThat(ended.exitCode()).as(ended.stderr()).isZero();
    }
}
