package dev.holdfast.cli.projects;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.images.ImagesScript;
import dev.holdfast.projects.detect.Detection;
import dev.holdfast.projects.detect.Detector;
import dev.holdfast.projects.detect.Project;
import dev.holdfast.projects.repo.ContractException;
import dev.holdfast.projects.repo.ContractReader;
import dev.holdfast.projects.repo.RepoContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A directory of this machine with what is known of it. */
record Repository(Path directory, Detection detection, RepoContract contract) {
    static Repository at(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new CommandFailure(ExitCodes.USAGE, "'" + directory + "' is not a directory");
        }
        return new Repository(directory, Detector.standard().detect(directory), contractAt(directory));
    }

    /**
     * The projects to work on.
     *
     * @param path only the one there; all when null
     */
    List<Project> projects(@Nullable String path) {
        if (detection.projects().isEmpty()) {
            throw new CommandFailure(ExitCodes.USAGE, nothingFound());
        }
        if (path == null) {
            return detection.projects();
        }
        List<Project> wanted = detection.projects().stream()
                .filter(project -> project.path().equals(path))
                .toList();
        if (wanted.isEmpty()) {
            throw new CommandFailure(
                    ExitCodes.USAGE,
                    "no project at '" + path + "'; there are "
                            + String.join(
                                    ", ",
                                    detection.projects().stream()
                                            .map(Project::path)
                                            .toList()));
        }
        return wanted;
    }

    /**
     * The contract of this directory holds for the project in it; one further in has its own, if any.
     *
     * @param image what the caller wants instead
     */
    RepoContract contractFor(Project project, @Nullable String image) {
        RepoContract own = project.path().equals(".") ? contract : contractAt(directory.resolve(project.path()));
        if (image != null) {
            return own.withImage(image);
        }
        return own.dockerfile() == null
                ? own
                : own.withImage(ImagesScript.buildProject(directory.resolve(project.path()), own.dockerfile()));
    }

    static RepoContract contractAt(Path directory) {
        try {
            return ContractReader.read(directory).orElse(RepoContract.EMPTY);
        } catch (ContractException wrong) {
            throw new CommandFailure(
                    ExitCodes.USAGE,
                    RepoContract.FILE + " in " + directory + " cannot be accepted:\n" + wrong.getMessage());
        } catch (IOException unreadable) {
            throw new CommandFailure(RepoContract.FILE + " cannot be read: " + unreadable.getMessage());
        }
    }

    String nothingFound() {
        return "no project was found in " + directory + " (" + detection.files() + " files looked at). Looked for: "
                + String.join(", ", detection.lookedFor())
                + ". Name another directory, or write " + RepoContract.FILE + " with image and commands.";
    }
}
