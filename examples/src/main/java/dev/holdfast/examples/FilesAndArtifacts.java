package dev.holdfast.examples;

import dev.holdfast.client.Holdfast;
import dev.holdfast.client.Task;
import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Files into a sandbox, inline and uploaded, and artifacts out of it. */
public final class FilesAndArtifacts {
    private FilesAndArtifacts() {}

    public static void main(String[] arguments) throws IOException {
        Holdfast holdfast = Connect.fromEnvironment();
        Path data = Files.writeString(Files.createTempFile("example", ".txt"), "b\na\nc\n");
        try {
            TaskSpec spec = TaskSpec.of(StepSpec.of(Command.of("sh", "work.sh")))
                    .withFiles(List.of(
                            InputFile.text("work.sh", "mkdir out && sort data.txt > out/sorted.txt"),
                            InputFile.upload("data.txt", holdfast.upload(data).sha256(), false)))
                    .withArtifacts(new ArtifactSpec(List.of("out/**"), List.of(), null));
            Task task = holdfast.submit(spec);
            task.await();
            try (InputStream sorted = task.artifact("out/sorted.txt")) {
                System.out.print(new String(sorted.readAllBytes(), StandardCharsets.UTF_8));
            }
        } finally {
            Files.delete(data);
        }
    }
}
