package dev.holdfast.api.web;

import dev.holdfast.activities.history.AuditTrail;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.KeptTasks;
import dev.holdfast.activities.history.ResourceSamples;
import dev.holdfast.api.access.Caller;
import dev.holdfast.api.access.Forbidden;
import dev.holdfast.api.tasks.HistoryUnavailable;
import dev.holdfast.api.tasks.Keeping;
import dev.holdfast.api.tasks.UnknownTask;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.AuditList;
import dev.holdfast.contract.rest.Role;
import dev.holdfast.contract.rest.TidyResult;
import dev.holdfast.contract.rest.UsageList;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What is kept of tasks: samples, pins, retention and the audit. */
@RestController
@RequestMapping(path = "/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class KeepingController {
    private static final int MOST_LISTED = 1000;
    private static final Pattern POSITION = Pattern.compile("[0-9]{1,18}");

    private final HistoryDatabase database;
    private final Keeping keeping;

    KeepingController(HistoryDatabase database, Keeping keeping) {
        this.database = database;
        this.keeping = keeping;
    }

    /** What the sandbox used, sampled while its steps ran; live, too. */
    @Operation(operationId = "taskUsage", summary = "Samples of what a task's sandbox used")
    @GetMapping("/tasks/{id}/usage")
    UsageList usage(@PathVariable String id) {
        TaskId taskId = Parameters.taskId(id);
        ResourceSamples samples = database.samples();
        return HistoryUnavailable.unless(() -> new UsageList(samples.of(taskId)));
    }

    /** Retention never removes a pinned task. */
    @Operation(
            operationId = "pinTask",
            summary = "Keep a task for good",
            responses = @ApiResponse(responseCode = "204", description = "It is kept"))
    @PutMapping("/tasks/{id}/pin")
    ResponseEntity<Void> pin(@PathVariable String id) {
        return pinned(id, true);
    }

    @Operation(
            operationId = "unpinTask",
            summary = "Let retention have a task again",
            responses = @ApiResponse(responseCode = "204", description = "It is kept as long as others"))
    @DeleteMapping("/tasks/{id}/pin")
    ResponseEntity<Void> unpin(@PathVariable String id) {
        return pinned(id, false);
    }

    private ResponseEntity<Void> pinned(String id, boolean pinned) {
        TaskId taskId = Parameters.taskId(id);
        KeptTasks kept = database.kept();
        if (!HistoryUnavailable.unless(() -> kept.pin(taskId, pinned))) {
            throw new UnknownTask(id);
        }
        return ResponseEntity.noContent().build();
    }

    /** Removes now what retention would remove at its next round, or only says what that is. */
    @Operation(operationId = "applyRetention", summary = "Remove what is kept no longer, or say what that is")
    @Needs(Role.OPERATE)
    @PostMapping("/retention")
    TidyResult tidy(
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller, @RequestParam(defaultValue = "true") boolean dryRun) {
        requireWhole(caller);
        return keeping.tidy(dryRun);
    }

    /** The audit, newest first. */
    @Operation(
            operationId = "audit",
            summary = "Who did what, newest first",
            description = "target is a task, which includes its commands, or whatever else entries are about; by is who"
                    + " did it, as entries name them; cursor is 'next' of the page before.")
    @Needs(Role.OPERATE)
    @GetMapping("/audit")
    AuditList audit(
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            @RequestParam(required = false) @Nullable String target,
            @RequestParam(required = false) @Nullable String by,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        requireWhole(caller);
        if (limit < 1 || limit > MOST_LISTED) {
            throw new InvalidFieldException("limit", limit + " is not between 1 and " + MOST_LISTED);
        }
        AuditTrail trail = database.auditTrail();
        AuditTrail.Query query = new AuditTrail.Query(target, by, position(cursor), limit);
        AuditTrail.Page page = HistoryUnavailable.unless(() -> trail.find(query));
        return new AuditList(
                page.entries().stream()
                        .map(entry -> new AuditList.Entry(
                                entry.at(),
                                entry.caller(),
                                entry.action(),
                                entry.target(),
                                entry.outcome(),
                                entry.inputs()))
                        .toList(),
                page.next() == null ? null : page.next().toString());
    }

    private static @Nullable Long position(@Nullable String cursor) {
        if (cursor != null && !POSITION.matcher(cursor).matches()) {
            throw new InvalidFieldException("cursor", "is not 'next' of a page of the audit");
        }
        return cursor == null ? null : Long.valueOf(cursor);
    }

    private static void requireWhole(Caller caller) {
        if (caller.project() != null) {
            throw new Forbidden(
                    "the token is confined to project '" + caller.project() + "'; this concerns all of them");
        }
    }
}
