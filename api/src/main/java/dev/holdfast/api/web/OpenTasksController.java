package dev.holdfast.api.web;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.StepInputs;
import dev.holdfast.api.access.Caller;
import dev.holdfast.api.files.StoredFiles;
import dev.holdfast.api.tasks.HistoryUnavailable;
import dev.holdfast.api.tasks.Outputs;
import dev.holdfast.api.tasks.TaskEngine;
import dev.holdfast.api.tasks.Tasks;
import dev.holdfast.api.tasks.UnknownTask;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.Closing;
import dev.holdfast.contract.rest.FilesBrought;
import dev.holdfast.contract.rest.NewFiles;
import dev.holdfast.contract.rest.StepAnswer;
import dev.holdfast.contract.rest.StepInput;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Open tasks: one more step, more files, close. */
@RestController
@RequestMapping(path = "/v1/tasks/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
class OpenTasksController {
    private static final String USUAL_WAIT = "60s";
    private static final Duration STAGING = Duration.ofMinutes(10);

    private final TaskEngine engine;
    private final Tasks tasks;
    private final Outputs outputs;
    private final StoredFiles files;
    private final StepInputs inputs;

    OpenTasksController(TaskEngine engine, Tasks tasks, Outputs outputs, StoredFiles files, HistoryDatabase database) {
        this.inputs = database.inputs();
        this.engine = engine;
        this.tasks = tasks;
        this.outputs = outputs;
        this.files = files;
    }

    @Operation(
            operationId = "runStep",
            summary = "Run one more step in an open task",
            description = "Steps run one after the other. The name is the step's key: the same step again under it"
                    + " waits for the first, so a lost answer runs nothing twice; another one is refused.",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = @Content(schema = @Schema(implementation = StepSpec.class))),
            responses = {
                @ApiResponse(responseCode = "200", description = "The step has ended"),
                @ApiResponse(responseCode = "202", description = "It has not ended yet; ask again under its name")
            })
    @PostMapping(path = "/steps", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<StepAnswer> step(
            HttpServletRequest request, @PathVariable String id, @RequestParam(defaultValue = USUAL_WAIT) String wait)
            throws IOException {
        TaskId taskId = Parameters.taskId(id);
        StepSpec asked = Bodies.small(request, "a step", StepSpec.class);
        StepSpec step = asked.name() == null ? asked.withName("step-" + TaskIds.next(Clock.systemUTC())) : asked;
        Optional<StepResult> result = known(taskId, () -> engine.step(taskId, step, Parameters.wait(wait)));
        return ResponseEntity.status(result.isPresent() ? 200 : 202)
                .body(new StepAnswer(
                        String.valueOf(step.name()),
                        result.map(ended -> outputs.filled(taskId, ended)).orElse(null)));
    }

    @Operation(
            operationId = "typeIntoStep",
            summary = "Type into the terminal of a step, or resize it",
            description = "For a step whose spec has 'terminal'. Inputs are numbered from 0 without a gap, so that one"
                    + " that is sent again is not typed twice. What the step writes comes by the task's events.",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = @Content(schema = @Schema(implementation = StepInput.class))),
            responses = @ApiResponse(responseCode = "202", description = "It is on its way"))
    @PostMapping(path = "/steps/{step}/input", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Void> type(HttpServletRequest request, @PathVariable String id, @PathVariable String step)
            throws IOException {
        TaskId taskId = Parameters.taskId(id);
        StepInput input = Bodies.required(request, StepInput.class);
        if (!tasks.mayRun(taskId)) {
            if (tasks.find(taskId).isEmpty()) {
                throw new UnknownTask(id);
            }
            throw new TaskEngine.Refused("the task has ended");
        }
        HistoryUnavailable.unless(() -> {
            inputs.add(taskId, Parameters.stepName(step), input);
            return taskId;
        });
        return ResponseEntity.accepted().build();
    }

    @Operation(
            operationId = "bringFiles",
            summary = "Bring files into an open task",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = @Content(schema = @Schema(implementation = NewFiles.class))))
    @PostMapping(path = "/files", consumes = MediaType.APPLICATION_JSON_VALUE)
    FilesBrought files(
            HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller, @PathVariable String id)
            throws IOException {
        TaskId taskId = Parameters.taskId(id);
        NewFiles asked = Bodies.small(request, "what is brought in at once", NewFiles.class);
        files.requireUploaded(TaskSpec.of().withFiles(asked.files()), caller);
        return known(taskId, () -> engine.files(taskId, asked.files(), STAGING))
                .orElseThrow(() -> new TaskEngine.Refused("the files were not there after " + STAGING.toMinutes()
                        + " minutes; the task may still be at an earlier step"));
    }

    @Operation(
            operationId = "closeTask",
            summary = "Close an open task",
            description =
                    "After the steps that were asked for before. Answers when the artifacts are there; the sandbox"
                            + " goes after that.",
            requestBody = @RequestBody(content = @Content(schema = @Schema(implementation = Closing.class))))
    @PostMapping("/close")
    TaskResult close(
            HttpServletRequest request, @PathVariable String id, @RequestParam(defaultValue = USUAL_WAIT) String wait)
            throws IOException {
        TaskId taskId = Parameters.taskId(id);
        Closing asked = Bodies.optional(request, Closing.class);
        String reason = asked == null || asked.reason() == null ? "closed by its caller" : asked.reason();
        if (reason.length() > 500) {
            throw new InvalidFieldException("reason", "is longer than 500 characters");
        }
        TaskResult result = engine.close(taskId, reason, Parameters.wait(wait))
                .or(() -> tasks.find(taskId))
                .orElseThrow(() -> new UnknownTask(id));
        return outputs.filled(result);
    }

    /** Whether there is such a task is asked only where the engine refuses: the way of a step is short. */
    private <T> Optional<T> known(TaskId taskId, Supplier<Optional<T>> call) {
        try {
            return call.get();
        } catch (TaskEngine.Refused refused) {
            if (tasks.find(taskId).isEmpty()) {
                throw new UnknownTask(taskId.value());
            }
            throw refused;
        }
    }
}
