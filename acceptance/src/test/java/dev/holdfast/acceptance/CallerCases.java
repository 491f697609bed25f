package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.Task;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.NewToken;
import dev.holdfast.contract.rest.Role;
import dev.holdfast.contract.rest.TokenRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Callers who are let in and want more than is theirs. */
final class CallerCases {
    /** Well above what one caller may ask at once, which is 300. */
    private static final int FLOOD = 3000;

    private static final int FLOOD_AT_ONCE = 16;

    private CallerCases() {}

    static List<HostileCase> all() {
        return List.of(
                new HostileCase(
                        "54",
                        "another tenant's task, log, artifact, cancel, stream",
                        "404",
                        CallerCases::anotherTenant),
                new HostileCase("58", "a bounded request flood", "429 with Retry-After", CallerCases::flood));
    }

    private static void anotherTenant(Arena arena) throws Exception {
        String owner = token(arena, "owner", Role.SUBMIT, "hostile-owner");
        String other = token(arena, "other", Role.SUBMIT, "hostile-other");
        Task task = arena.start(
                arena.stack().client(owner),
                HostileTask.shell("echo private; while [ ! -e /tmp/never ]; do sleep 0.2; done")
                        .project("hostile-owner")
                        .spec(arena.executor()));
        String path = "/v1/tasks/" + task.id();

        for (String below : List.of("", "/logs", "/logs/raw", "/events", "/artifacts", "/artifacts/content?path=x")) {
            HttpResponse<String> answer =
                    arena.send(arena.request(path + below, other).GET().build());
            assertThat(answer.statusCode()).as(below).isEqualTo(404);
            assertThat(answer.body()).doesNotContain("private");
        }
        HttpResponse<String> cancelled = arena.send(arena.request(path + "/cancel", other)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}"))
                .build());
        assertThat(cancelled.statusCode()).isEqualTo(404);
        assertThat(task.result().state().terminal()).isFalse();

        task.cancel("the owner may");
        TaskResult result = arena.await(task);
        assertThat(result.state()).isEqualTo(TaskState.CANCELLED);
    }

    private static void flood(Arena arena) throws Exception {
        String flooding = token(arena, "flood", Role.READ, null);
        List<Callable<HttpResponse<String>>> requests = new ArrayList<>();
        for (int i = 0; i < FLOOD; i++) {
            requests.add(() -> arena.send(
                    arena.request("/v1/no-such-thing", flooding).GET().build()));
        }
        List<HttpResponse<String>> refused = new ArrayList<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(FLOOD_AT_ONCE)) {
            for (Future<HttpResponse<String>> answer : callers.invokeAll(requests)) {
                if (answer.get().statusCode() == 429) {
                    refused.add(answer.get());
                }
            }
        }

        assertThat(refused)
                .isNotEmpty()
                .allSatisfy(answer -> assertThat(
                                answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                        .isBetween(1L, 60L));
        HttpResponse<String> somebodyElse = arena.send(
                arena.request("/v1/tasks?limit=1", arena.stack().token()).GET().build());
        assertThat(somebodyElse.statusCode()).as("nobody else waits").isEqualTo(200);
    }

    private static String token(Arena arena, String name, Role role, @Nullable String project) {
        NewToken made = arena.stack()
                .client()
                .administration()
                .createToken(new TokenRequest(name, role, project == null ? null : new ProjectId(project), null));
        return made.token();
    }
}
