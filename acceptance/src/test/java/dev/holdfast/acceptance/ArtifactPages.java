package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.ArtifactPage;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the list of artifacts page by page, as the API gives it. */
final class ArtifactPages {
    private static final int LIMIT = 100;

    private ArtifactPages() {}

    static List<Artifact> all(Arena arena, TaskId task) {
        List<Artifact> all = new ArrayList<>();
        String cursor = "";
        while (cursor != null) {
            ArtifactPage page = page(arena, task, cursor);
            assertThat(page.artifacts()).hasSizeLessThanOrEqualTo(LIMIT);
            all.addAll(page.artifacts());
            cursor = page.next();
        }
        return all;
    }

    private static ArtifactPage page(Arena arena, TaskId task, String cursor) {
        String after = cursor.isEmpty() ? "" : "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
        try {
            HttpResponse<String> answer = arena.send(arena.request(
                            "/v1/tasks/" + task + "/artifacts?limit=" + LIMIT + after,
                            arena.stack().token())
                    .GET()
                    .build());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            return ContractJson.LENIENT.readValue(answer.body(), ArtifactPage.class);
        } catch (Exception failed) {
            throw new AssertionError("the artifacts of " + task + " could not be listed", failed);
        }
    }
}
