package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.StepResult;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Callers who ask for what they may not have. */
final class RequestCases {
    private RequestCases() {}

    static List<HostileCase> all() {
        return List.of(
                new HostileCase(
                        "41",
                        "env LD_PRELOAD, names with newline or =",
                        "validated; no host effect",
                        RequestCases::env),
                new HostileCase(
                        "42",
                        "; $(touch /pwn) in command, image, label, project",
                        "no host shell anywhere",
                        RequestCases::shellWords),
                new HostileCase("43", "image --privileged, a b, ../x", "400", RequestCases::images),
                new HostileCase(
                        "44",
                        "binds, privileged, devices through the spec",
                        "unknown field: 400 naming it",
                        RequestCases::unknownFields),
                new HostileCase("55", "no token, wrong token", "401", RequestCases::tokens),
                new HostileCase("57", "100 MB JSON, 100,000 arguments", "413 or 400", RequestCases::tooLarge));
    }

    private static void env(Arena arena) throws Exception {
        StepResult step = arena.runStep(HostileTask.program("echo", "fine").env("LD_PRELOAD", "/workspace/evil.so"));
        assertThat(step.stdout()).isEqualTo("fine\n");
        assertThat(step.exitCode()).isZero();

        for (String name : List.of("A\\nB", "A=B", "", "1A", "A B", "HOLDFAST_STEP")) {
            assertRefused(arena, "{\"steps\":[{\"command\":\"true\"}],\"env\":{\"" + name + "\":\"x\"}}", "env");
        }
    }

    private static void shellWords(Arena arena) throws Exception {
        Path trace = Path.of("/tmp", "holdfast-pwn-" + UUID.randomUUID());
        String words = "; $(touch " + trace + ") `touch " + trace + "`";

        StepResult step = arena.runStep(
                HostileTask.program("echo", words).label("note", words).env("NOTE", words));
        assertThat(step.stdout()).isEqualTo(words + "\n");
        assertRefused(arena, "{\"steps\":[{\"command\":\"true\"}],\"image\":\"debian" + words + "\"}", "image");
        assertRefused(arena, "{\"steps\":[{\"command\":\"true\"}],\"project\":\"p" + words + "\"}", "project");
        assertRefused(arena, "{\"steps\":[{\"command\":\"true\"}],\"taskId\":\"t" + words + "\"}", "taskId");

        assertThat(trace).doesNotExist();
    }

    private static void images(Arena arena) throws Exception {
        for (String image : List.of("--privileged", "a b", "../x", "", "-v", "Debian", "a:b:c", "a@sha256:12")) {
            assertRefused(arena, "{\"steps\":[{\"command\":\"true\"}],\"image\":\"" + image + "\"}", "image");
        }
    }

    private static void unknownFields(Arena arena) throws Exception {
        Map<String, String> wishes = Map.of(
                "binds", "{\"steps\":[{\"command\":\"true\"}],\"binds\":[\"/:/host\"]}",
                "privileged", "{\"steps\":[{\"command\":\"true\"}],\"privileged\":true}",
                "devices", "{\"steps\":[{\"command\":\"true\"}],\"devices\":[\"/dev/sda\"]}",
                "capAdd", "{\"steps\":[{\"command\":\"true\"}],\"limits\":{\"capAdd\":[\"SYS_ADMIN\"]}}",
                "user", "{\"steps\":[{\"command\":\"true\",\"user\":\"root\"}]}");
        for (Map.Entry<String, String> wish : wishes.entrySet()) {
            assertRefused(arena, wish.getValue(), wish.getKey());
        }
    }

    private static void tokens(Arena arena) throws Exception {
        for (String token : Collections.unmodifiableList(java.util.Arrays.asList(null, "wrong", "x".repeat(5000)))) {
            for (String path : List.of("", "/any", "/any/logs", "/any/logs/raw", "/any/events", "/any/artifacts")) {
                assertThat(status(arena, "/v1/tasks" + path, token, false))
                        .as(path)
                        .isEqualTo(401);
            }
            assertThat(status(arena, "/v1/tasks", token, true)).isEqualTo(401);
            assertThat(status(arena, "/v1/tasks/any/cancel", token, true)).isEqualTo(401);
        }
    }

    private static int status(Arena arena, String path, @Nullable String token, boolean post) throws Exception {
        HttpRequest.Builder request = arena.request(path, token).header("Content-Type", "application/json");
        return arena.send((post ? request.POST(BodyPublishers.ofString("{}")) : request.GET()).build())
                .statusCode();
    }

    private static void tooLarge(Arena arena) throws Exception {
        byte[] mebibyte = " ".repeat(1 << 20).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        HttpRequest huge = arena.request("/v1/tasks", arena.stack().token())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArrays(Collections.nCopies(100, mebibyte)))
                .build();
        assertThat(arena.send(huge).statusCode()).isEqualTo(413);

        String arguments = String.join(",", Collections.nCopies(100_000, "\"a\""));
        assertRefused(arena, "{\"steps\":[{\"command\":[" + arguments + "]}]}", "command");
    }

    private static void assertRefused(Arena arena, String spec, String field) throws Exception {
        HttpResponse<String> answer = arena.submit(spec);

        assertThat(answer.statusCode()).as("%.200s: %s", spec, answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains(field).doesNotContain("\tat ");
    }
}
