package dev.holdfast.mcp;

import dev.holdfast.client.Holdfast;
import dev.holdfast.client.OpenTask;
import dev.holdfast.client.Task;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.Utf8;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of files: of a workspace that is there, and of what was kept. */
final class FileTools {
    private static final int USUAL_BYTES = 8192;

    private FileTools() {}

    static Answer read(Holdfast holdfast, Arguments given) throws IOException {
        TaskId id = given.taskId();
        String path = given.required("path");
        long offset = given.number("offset", 0);
        int most = (int) given.number("max_bytes", USUAL_BYTES);
        OpenTask task = holdfast.openTask(id);
        try (InputStream content = task.read(path)) {
            content.skipNBytes(offset);
            byte[] bytes = content.readNBytes(most);
            boolean end = content.read() < 0;
            bytes = end ? bytes : Text.withoutHalfACharacter(bytes);
            Answer answer = content(path, offset, bytes, end);
            return end
                    ? answer
                    : answer.next("file_read(task_id=\"" + id + "\", path=…, offset=" + (offset + bytes.length)
                            + ") reads on");
        } catch (EOFException beyond) {
            throw new InvalidFieldException("offset", offset + " is behind the end of the file");
        }
    }

    static Answer artifact(Holdfast holdfast, Arguments given) throws IOException {
        TaskId id = given.taskId();
        Task task = holdfast.task(id);
        List<Artifact> all = task.artifacts();
        String path = given.text("path");
        if (path == null) {
            return list(id, all, given.text("after"));
        }
        Artifact artifact = all.stream()
                .filter(one -> one.path().equals(path) && one.status() == Artifact.Status.COMPLETE)
                .findFirst()
                .orElseThrow(
                        () -> new InvalidFieldException("path", "is no artifact of the task; leave it out for a list"));
        long offset = given.number("offset", 0);
        long length = Math.min(given.number("max_bytes", USUAL_BYTES), artifact.size() - offset);
        if (offset > artifact.size()) {
            throw new InvalidFieldException("offset", offset + " is behind the end at " + artifact.size());
        }
        byte[] bytes = length == 0 ? new byte[0] : part(task, path, offset, length);
        boolean end = offset + bytes.length >= artifact.size();
        bytes = end ? bytes : Text.withoutHalfACharacter(bytes);
        Answer answer =
                content(path, offset, bytes, end).put("size", artifact.size()).put("sha256", artifact.sha256());
        return end
                ? answer
                : answer.next("artifact_get(task_id=\"" + id + "\", path=…, offset=" + (offset + bytes.length)
                        + ") reads on; GET /v1/tasks/" + id + "/artifacts/content?path=… has all of it");
    }

    private static Answer list(TaskId id, List<Artifact> all, @Nullable String after) {
        List<Artifact> complete = all.stream()
                .filter(artifact -> artifact.status() == Artifact.Status.COMPLETE)
                .sorted(Comparator.comparing(Artifact::path))
                .toList();
        List<Artifact> behind = complete.stream()
                .filter(artifact -> after == null || artifact.path().compareTo(after) > 0)
                .toList();
        Answer answer = new Answer()
                .put("count", complete.size())
                .untrusted("artifacts", TaskTools.artifacts(behind))
                .next("artifact_get(task_id=\"" + id + "\", path=…) has the bytes of one of them");
        return behind.size() <= TaskTools.MOST_LISTED
                ? answer
                : answer.next("artifact_get(task_id=\"" + id + "\", after=…) with the last path has those behind it");
    }

    private static byte[] part(Task task, String path, long offset, long length) throws IOException {
        try (InputStream content = task.artifact(path, offset, length)) {
            return content.readAllBytes();
        }
    }

    private static Answer content(String path, long offset, byte[] bytes, boolean end) {
        Answer answer = new Answer()
                .put("path", path)
                .put("offset", offset)
                .put("bytes", bytes.length)
                .put("end", end);
        String text = Utf8.whole(bytes);
        return text == null ? answer.base64(Base64.getEncoder().encodeToString(bytes)) : answer.text(text);
    }
}
