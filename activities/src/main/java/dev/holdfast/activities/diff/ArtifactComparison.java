package dev.holdfast.activities.diff;

import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.TaskDiff;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What two tasks left behind. */
final class ArtifactComparison {
    private static final int PAGE = 1000;
    private static final long LARGEST_TEXT = 256 * 1024;

    private final TaskHistory tasks;
    private final BlobStore blobs;

    ArtifactComparison(TaskHistory tasks, BlobStore blobs) {
        this.tasks = tasks;
        this.blobs = blobs;
    }

    /** @param elsewhere paths of files that are compared by what they mean, unless one of the tasks lacks them */
    List<TaskDiff.File> compare(Map<String, Artifact> before, Map<String, Artifact> after, Set<String> elsewhere) {
        TreeSet<String> paths = new TreeSet<>(before.keySet());
        paths.addAll(after.keySet());
        List<TaskDiff.File> files = new ArrayList<>();
        for (String path : paths) {
            Artifact one = before.get(path);
            Artifact two = after.get(path);
            if (one == null || two == null) {
                files.add(new TaskDiff.File(path, one == null ? "added" : "removed", size(one), size(two), List.of()));
            } else if (!sameContent(one, two) && !elsewhere.contains(path)) {
                files.add(new TaskDiff.File(path, "changed", one.size(), two.size(), text(one, two)));
            }
        }
        return files;
    }

    private static boolean sameContent(Artifact one, Artifact two) {
        return one.status() == two.status()
                && Objects.equals(one.sha256(), two.sha256())
                && Objects.equals(one.link(), two.link());
    }

    Map<String, Artifact> of(TaskId task) {
        Map<String, Artifact> all = new TreeMap<>();
        List<Artifact> page = tasks.artifacts(task, null, PAGE);
        while (!page.isEmpty()) {
            page.forEach(artifact -> all.put(artifact.path(), artifact));
            page = tasks.artifacts(task, page.getLast().path(), PAGE);
        }
        return all;
    }

    private List<String> text(Artifact one, Artifact two) {
        Optional<List<String>> base = lines(one);
        Optional<List<String>> other = lines(two);
        return base.isPresent() && other.isPresent() ? TextDiff.of(base.get(), other.get()) : List.of();
    }

    private Optional<List<String>> lines(Artifact artifact) {
        if (artifact.sha256() == null || artifact.size() > LARGEST_TEXT) {
            return Optional.empty();
        }
        try (InputStream content = blobs.get(artifact.sha256())) {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content.readAllBytes()))
                    .toString();
            return text.indexOf('\0') >= 0
                    ? Optional.empty()
                    : Optional.of(text.lines().toList());
        } catch (CharacterCodingException binary) {
            return Optional.empty();
        } catch (ArtifactException noLongerStored) {
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static @Nullable Long size(@Nullable Artifact artifact) {
        return artifact == null ? null : artifact.size();
    }
}
