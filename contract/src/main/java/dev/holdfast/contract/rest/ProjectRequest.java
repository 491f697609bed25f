package dev.holdfast.contract.rest;

import dev.holdfast.contract.Executor;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A project to be built or tested in a task of its own.
 *
 * @param files inline, or uploads, also archives; a {@code .holdfast.yml} among them overrides what is detected
 * @param path which of several projects, as detection names it
 * @param project whose caches are used
 * @param image another one than that detected
 * @param network what is needed for what has to be installed, when left out
 * @param taskId the caller's own key
 */
public record ProjectRequest(
        List<InputFile> files,
        @Nullable String path,
        @Nullable ProjectId project,
        @Nullable String image,
        @Nullable Executor executor,
        @Nullable Network network,
        @Nullable TaskId taskId) {
    public ProjectRequest {
        files = new NewFiles(files).files();
    }

    public static ProjectRequest of(List<InputFile> files) {
        return new ProjectRequest(files, null, null, null, null, null, null);
    }

    public ProjectRequest withTaskId(TaskId id) {
        return new ProjectRequest(files, path, project, image, executor, network, id);
    }
}
