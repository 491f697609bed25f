package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.Task;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a task left behind, by its path. */
record Collected(Task task, Map<String, Artifact> byPath) {
    /** The command must succeed. */
    static Collected by(Arena arena, HostileTask task) {
        Task started = arena.start(task);
        TaskResult result = arena.await(started);
        assertThat(result.state()).as(result.reason()).isEqualTo(TaskState.SUCCEEDED);
        return new Collected(
                started,
                arena.artifacts(result).stream().collect(Collectors.toMap(Artifact::path, Function.identity())));
    }

    /** The one below the directory that is always collected. */
    Artifact at(String name) {
        assertThat(paths()).contains(".artifacts/" + name);
        return Objects.requireNonNull(byPath.get(".artifacts/" + name));
    }

    /** What is stored has the size and the hash that the list says. */
    void assertStored(Artifact artifact) throws IOException, NoSuchAlgorithmException {
        assertThat(artifact.status()).as(artifact.reason()).isEqualTo(Artifact.Status.COMPLETE);
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        long size = 0;
        try (InputStream content = task.artifact(artifact.path())) {
            byte[] piece = new byte[1 << 16];
            for (int read = content.read(piece); read >= 0; read = content.read(piece)) {
                digest.update(piece, 0, read);
                size += read;
            }
        }
        assertThat(size).isEqualTo(artifact.size());
        assertThat(HexFormat.of().formatHex(digest.digest())).isEqualTo(artifact.sha256());
    }

    Set<String> paths() {
        return byPath.keySet();
    }

    Collection<Artifact> all() {
        return byPath.values();
    }
}
