package dev.holdfast.api.code;

import dev.holdfast.activities.artifacts.InputStager;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Severity;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.ValidationSpec;
import dev.holdfast.contract.rest.CodeFindings;
import dev.holdfast.contract.rest.DetectedProjects;
import dev.holdfast.contract.rest.ProjectRequest;
import dev.holdfast.contract.rest.ValidationRequest;
import dev.holdfast.projects.detect.Detection;
import dev.holdfast.projects.detect.Detector;
import dev.holdfast.projects.detect.Project;
import dev.holdfast.projects.repo.ContractException;
import dev.holdfast.projects.repo.ContractReader;
import dev.holdfast.projects.repo.RepoContract;
import dev.holdfast.projects.run.Goal;
import dev.holdfast.projects.run.NothingToDoException;
import dev.holdfast.projects.run.RunPlanner;
import dev.holdfast.validation.Judgement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Detects, validates and plans. The files are on this machine only while that is done, and nothing in them is run. */
public final class Sources {
    private final InputStager stager;
    private final ValidationProcess validation = new ValidationProcess();

    public Sources(InputStager stager) {
        this.stager = stager;
    }

    public DetectedProjects detect(List<InputFile> files) {
        return with(files, tree -> {
            contract(tree);
            return Answers.of(Detector.standard().detect(tree));
        });
    }

    public CodeFindings validate(ValidationRequest asked) {
        return with(asked.files(), tree -> {
            ValidationSpec own = contract(tree).validation();
            Severity severity = asked.severity() != null
                    ? Severity.fromJson(asked.severity())
                    : own == null ? Severity.ERROR : own.severity();
            // Who asks wants to know: findings count here, whatever the policy for tasks is.
            ValidationSpec policy = new ValidationSpec(
                    ValidationSpec.Policy.BLOCK, severity, own == null ? List.of() : own.suppressions());
            return Answers.of(Judgement.of(validation.look(tree), policy));
        });
    }

    /**
     * The task that builds or tests one project, with its files. What its contract wants looked at before it runs is looked
     * at by the worker, as for all tasks.
     *
     * @param project whose caches are used
     */
    public TaskSpec plan(ProjectRequest asked, Goal goal, ProjectId project) {
        return with(asked.files(), tree -> {
            Project found = chosen(Detector.standard().detect(tree), asked.path());
            RepoContract contract = contract(tree.resolve(found.path()));
            Executor executor = asked.executor() == null ? Executor.AUTO : asked.executor();
            try {
                return new RunPlanner(project, executor, asked.network())
                        .plan(found, withImage(contract, asked.image()), goal)
                        .spec()
                        .withFiles(asked.files())
                        .withValidation(contract.validation());
            } catch (NothingToDoException nothing) {
                throw new InvalidFieldException("files", String.valueOf(nothing.getMessage()));
            }
        });
    }

    private static RepoContract withImage(RepoContract contract, @Nullable String image) {
        if (image == null && contract.dockerfile() != null) {
            throw new InvalidFieldException(
                    "image",
                    "is needed: " + RepoContract.FILE
                            + " names a Dockerfile, which is not built here; build it and name" + " its image");
        }
        return image == null ? contract : contract.withImage(image);
    }

    private static Project chosen(Detection detection, @Nullable String path) {
        List<Project> projects = detection.projects();
        if (projects.isEmpty()) {
            throw new InvalidFieldException(
                    "files",
                    "hold no project; looked for " + String.join(", ", detection.lookedFor()) + ". Write "
                            + RepoContract.FILE + " with image and commands for what is not known");
        }
        List<Project> wanted = path == null
                ? projects
                : projects.stream()
                        .filter(project -> project.path().equals(path))
                        .toList();
        if (wanted.size() != 1) {
            throw new InvalidFieldException(
                    "path",
                    "must name one of " + projects.stream().map(Project::path).collect(Collectors.joining(", ")));
        }
        return wanted.get(0);
    }

    private static RepoContract contract(Path directory) throws IOException {
        try {
            return ContractReader.read(directory).orElse(RepoContract.EMPTY);
        } catch (ContractException wrong) {
            throw new InvalidFieldException("files", String.valueOf(wrong.getMessage()));
        }
    }

    private interface Look<T> {
        T at(Path tree) throws IOException;
    }

    private <T> T with(List<InputFile> files, Look<T> look) {
        try (SourceCopy copy = SourceCopy.of(stager, files)) {
            return look.at(copy.tree());
        } catch (IOException full) {
            throw new UncheckedIOException("code could not be put down to be looked at", full);
        }
    }
}
