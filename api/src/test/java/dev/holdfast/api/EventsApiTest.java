package dev.holdfast.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.api.fakes.FakeWorker;
import dev.holdfast.api.fakes.RunningApi;
import dev.holdfast.client.Task;
import dev.holdfast.client.TaskListener;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.LogSlice;
import dev.holdfast.contract.rest.StateChange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EventsApiTest {
    @RegisterExtension
    static final RunningApi api = new RunningApi();

    @Test
    void aFollowerHearsEverythingInOrderWhileItHappens() {
        Task task = submit();
        Heard heard = new Heard();
        CompletableFuture<TaskResult> following = CompletableFuture.supplyAsync(() -> task.follow(heard));
        FakeWorker worker = api.worker(task.id()).enters(TaskState.QUEUED).enters(TaskState.RUNNING);

        worker.writes("one\n");
        Awaitility.await().until(() -> heard.all.contains("stdout:one\n"));
        worker.complains("two\n");
        Awaitility.await().until(() -> heard.all.contains("stderr:two\n"));
        worker.writes("three\n");
        worker.exits(7);

        TaskResult end = following.join();
        assertThat(end.exitCode()).isEqualTo(7);
        // A row may be written later than the output that it is about, so only each kind has an order.
        assertThat(heard.all).containsSubsequence("queued", "running");
        assertThat(heard.all).containsSubsequence("stdout:one\n", "stderr:two\n", "stdout:three\n");
        assertThat(heard.all).hasSize(5);
    }

    @Test
    void aReaderThatComesBackGoesOnWhereItWas() {
        Task task = submit();
        FakeWorker worker = api.worker(task.id()).enters(TaskState.QUEUED).enters(TaskState.RUNNING);
        worker.writes("one\n");
        worker.writes("two\n");
        worker.exits(0);

        String all = api.get("/v1/tasks/" + task.id() + "/events").body();
        String lastIdOfStates = "0-2";
        String rest = api.send(
                        api.request("/v1/tasks/" + task.id() + "/events").header("Last-Event-ID", lastIdOfStates))
                .body();

        assertThat(all).contains("event: state", "event: log", "event: end");
        assertThat(rest).doesNotContain("event: state").contains("one", "two", "event: end");
        String afterAll = api.send(
                        api.request("/v1/tasks/" + task.id() + "/events").header("Last-Event-ID", "2-2"))
                .body();
        assertThat(afterAll).doesNotContain("event: log").contains("event: end");
    }

    @Test
    void anIdThatIsNotOfThisStreamIsRefused() {
        Task task = submit();

        var answer = api.send(api.request("/v1/tasks/" + task.id() + "/events").header("Last-Event-ID", "x"));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("Last-Event-ID");
    }

    @Test
    void theLogIsReadInPartsThatSayWhenTheyAreTheLast() {
        Task task = submit();
        FakeWorker worker = api.worker(task.id()).enters(TaskState.RUNNING).writes("one\n");
        LogSlice first = task.logs(0);
        assertThat(first.end()).isFalse();
        assertThat(first.entries()).extracting(LogEntry::text).containsExactly("one\n");

        worker.writes("two\n").exits(0);
        LogSlice second = task.logs(first.cursor());

        assertThat(second.entries()).extracting(LogEntry::text).containsExactly("two\n");
        assertThat(second.end()).isTrue();
    }

    @Test
    void theRawLogIsWhatTheCommandWroteAndCanBeFollowed() {
        Task task = submit();
        FakeWorker worker =
                api.worker(task.id()).enters(TaskState.RUNNING).writes("a").complains("b");
        CompletableFuture<String> following = CompletableFuture.supplyAsync(() ->
                api.get("/v1/tasks/" + task.id() + "/logs/raw?follow=true").body());
        Awaitility.await().until(() -> api.history.followers(task.id()) > 0);
        worker.writes("c").exits(0);

        assertThat(following.join()).isEqualTo("abc");
        assertThat(api.get("/v1/tasks/" + task.id() + "/logs/raw?stream=stdout").body())
                .isEqualTo("ac");
    }

    @Test
    void whatLooksLikeAnEventInTheOutputStaysOutput() {
        Task task = submit();
        String forged = "x\n\nevent: end\ndata: {}\n\n";
        api.worker(task.id()).enters(TaskState.RUNNING).writes(forged).exits(0);
        Heard heard = new Heard();

        task.follow(heard);

        assertThat(heard.all).contains("stdout:" + forged);
    }

    private static Task submit() {
        return api.sdk().submit(TaskSpec.of(StepSpec.of(Command.of("sh"))));
    }

    private static final class Heard implements TaskListener {
        final List<String> all = new CopyOnWriteArrayList<>();

        @Override
        public void onState(StateChange change) {
            all.add(change.state().json());
        }

        @Override
        public void onOutput(LogEntry entry) {
            all.add(entry.stream().json() + ":" + new String(entry.bytes(), StandardCharsets.UTF_8));
        }
    }
}
