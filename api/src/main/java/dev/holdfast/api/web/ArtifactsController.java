package dev.holdfast.api.web;

import dev.holdfast.api.tasks.Tasks;
import dev.holdfast.api.tasks.UnknownTask;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.ArtifactPage;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What tasks left behind. */
@RestController
class ArtifactsController {
    private static final int MOST_LISTED = 1000;

    private final Tasks tasks;

    ArtifactsController(Tasks tasks) {
        this.tasks = tasks;
    }

    /**
     * @param cursor how many to pass over
     */
    @GetMapping(path = "/v1/tasks/{id}/artifacts", produces = MediaType.APPLICATION_JSON_VALUE)
    ArtifactPage list(
            @PathVariable String id,
            @RequestParam(defaultValue = "0") int cursor,
            @RequestParam(defaultValue = "1000") int limit) {
        if (cursor < 0) {
            throw new InvalidFieldException("cursor", "is negative");
        }
        if (limit < 1 || limit > MOST_LISTED) {
            throw new InvalidFieldException("limit", limit + " is not between 1 and " + MOST_LISTED);
        }
        TaskId taskId = Parameters.taskId(id);
        List<Artifact> all =
                tasks.find(taskId).orElseThrow(() -> new UnknownTask(id)).artifacts();
        int from = Math.min(cursor, all.size());
        int to = Math.min(from + limit, all.size());
        return new ArtifactPage(all.subList(from, to), to < all.size() ? Integer.toString(to) : null);
    }
}
