package dev.holdfast.client;

import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.rest.CodeFindings;
import dev.holdfast.contract.rest.DetectedProjects;
import dev.holdfast.contract.rest.ImageList;
import dev.holdfast.contract.rest.NewFiles;
import dev.holdfast.contract.rest.ProjectRequest;
import dev.holdfast.contract.rest.ValidationRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Code: what it is, what is dangerous in it, and the task that builds or tests it. Had by {@link Holdfast#projects}. A
 * directory is brought by {@link Holdfast#uploadDirectory} and named as {@code InputFile.upload(".", sha256, true)}.
 */
public final class Projects {
    private static final Duration LOOKING = Duration.ofMinutes(3);

    private final Transport transport;

    Projects(Transport transport) {
        this.transport = transport;
    }

    public DetectedProjects detect(List<InputFile> files) {
        return transport.post("v1/detect", new NewFiles(files), LOOKING, DetectedProjects.class);
    }

    /** @param severity from which on findings block; what {@code .holdfast.yml} says, else error, when null */
    public CodeFindings validate(List<InputFile> files, @Nullable String severity) {
        return transport.post("v1/validate", new ValidationRequest(files, severity), LOOKING, CodeFindings.class);
    }

    /** Starts the task that tests a project; {@link Task#tests} says how the tests went. */
    public Task test(ProjectRequest request) {
        return start("v1/test", request);
    }

    public Task build(ProjectRequest request) {
        return start("v1/build", request);
    }

    private Task start(String path, ProjectRequest request) {
        // With a key of its own, so that a request that is sent again starts nothing twice.
        ProjectRequest keyed = request.taskId() == null ? request.withTaskId(TaskIds.next(Clock.systemUTC())) : request;
        return new Task(
                transport,
                transport.post(path, keyed, LOOKING, TaskResult.class).taskId());
    }

    /** The images that projects get when they name none. */
    public List<ImageList.Image> images() {
        return transport
                .send(transport.request("v1/images", Task.TIMEOUT).GET().build(), ImageList.class)
                .images();
    }
}
