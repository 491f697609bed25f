package dev.holdfast.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.api.fakes.RunningApi;
import dev.holdfast.client.OpenTask;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TerminalSize;
import dev.holdfast.contract.WorkspaceEntry;
import dev.holdfast.contract.rest.StepInput;
import dev.holdfast.contract.rest.StoredFile;
import dev.holdfast.contract.rest.WorkspacePage;
import dev.holdfast.workflows.SandboxActivities.Look;
import dev.holdfast.workflows.SandboxActivities.Looked;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Open tasks from within: their files, and the terminals of their steps. */
class WorkspaceApiTest {
    @RegisterExtension
    static final RunningApi api = new RunningApi();

    @Test
    void filesAreListedPageByPage() {
        api.engine.workspace = look -> look.after() == null
                ? new Looked(new WorkspacePage(List.of(entry("a")), "a"), null, null)
                : new Looked(new WorkspacePage(List.of(entry("b")), null), null, null);
        OpenTask task = open("workspace-listed");

        assertThat(task.list("src")).extracting(WorkspaceEntry::path).containsExactly("a", "b");
    }

    @Test
    void aFileIsReadWholeAndInParts() throws IOException {
        byte[] content = "0123456789".getBytes(StandardCharsets.UTF_8);
        StoredFile stored = new StoredFile(api.storage.blobs().put(content).sha256(), content.length);
        api.engine.workspace = (Look look) -> new Looked(null, stored, null);
        OpenTask task = open("workspace-read");

        try (InputStream whole = task.read("a");
                InputStream part = task.read("a", 2, 3)) {
            assertThat(whole).hasBinaryContent(content);
            assertThat(part).hasContent("234");
        }
    }

    @Test
    void whatIsNotThereAndWhatLeadsOutIsRefused() {
        api.engine.workspace = look -> new Looked(null, null, "there is no '" + look.path() + "'");
        open("workspace-missing");

        assertThat(api.get("/v1/tasks/workspace-missing/workspace/content?path=a")
                        .statusCode())
                .isEqualTo(404);
        assertThat(api.get("/v1/tasks/workspace-missing/workspace/content?path=../a")
                        .statusCode())
                .isEqualTo(400);
        assertThat(api.get("/v1/tasks/workspace-missing/workspace?path=/etc").body())
                .contains("\"field\":\"path\"");
        assertThat(api.get("/v1/tasks/no-such-task/workspace").statusCode()).isEqualTo(404);
    }

    @Test
    void whatIsTypedTwiceIsKeptOnce() {
        OpenTask task = open("workspace-typed");
        task.type("my shell", StepInput.typed(0, "ls\n".getBytes(StandardCharsets.UTF_8)));
        task.type("my shell", StepInput.typed(0, "ls\n".getBytes(StandardCharsets.UTF_8)));
        task.type("my shell", StepInput.resized(1, new TerminalSize(33, 111)));

        List<StepInput> typed = api.history.inputs.after(task.id(), "my shell", -1);
        assertThat(typed).hasSize(2);
        assertThat(new String(typed.get(0).bytes(), StandardCharsets.UTF_8)).isEqualTo("ls\n");
        assertThat(typed.get(1).size()).isEqualTo(new TerminalSize(33, 111));
    }

    @Test
    void nobodyTypesIntoATaskThatHasEnded() {
        OpenTask task = open("workspace-ended");
        api.worker(task.id()).exits(0);

        var refused = api.post("/v1/tasks/workspace-ended/steps/a/input", "{\"number\":0,\"text\":\"x\"}");
        var empty = api.post("/v1/tasks/workspace-listed/steps/a/input", "{\"number\":0}");

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(empty.statusCode()).isEqualTo(400);
    }

    private static OpenTask open(String id) {
        return api.sdk().open(new TaskId(id), TaskSpec.of());
    }

    private static WorkspaceEntry entry(String path) {
        return new WorkspaceEntry(path, "file", 1, 0644, Instant.EPOCH, null);
    }
}
