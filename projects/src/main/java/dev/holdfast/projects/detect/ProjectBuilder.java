package dev.holdfast.projects.detect;

import dev.holdfast.contract.Cache;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gathers what a detector finds, each with its evidence. */
public final class ProjectBuilder {
    /** Where test commands of ours write reports: collected with every task. */
    public static final String REPORTS = ".artifacts/reports";

    private final SourceDirectory directory;
    private final Ecosystem ecosystem;
    private final String tool;
    private final List<Evidence> evidence = new ArrayList<>();
    private final List<Cache> caches = new ArrayList<>();
    private final List<String> reports = new ArrayList<>();
    private @Nullable String version;
    private @Nullable String install;
    private @Nullable String build;
    private @Nullable String test;
    private @Nullable String lint;

    public ProjectBuilder(SourceDirectory directory, Ecosystem ecosystem, String tool) {
        this.directory = directory;
        this.ecosystem = ecosystem;
        this.tool = tool;
    }

    public ProjectBuilder evidence(String file, String says) {
        evidence.add(new Evidence(directory.name(file), null, says));
        return this;
    }

    public ProjectBuilder evidence(Optional<SourceText.Match> found) {
        found.ifPresent(match -> evidence.add(match.evidence()));
        return this;
    }

    /** The first one that is found counts. */
    public ProjectBuilder version(Optional<SourceText.Match> found) {
        if (version == null && found.isPresent()) {
            version = found.get().value().strip();
            evidence.add(found.get().evidence());
        }
        return this;
    }

    public ProjectBuilder install(@Nullable String line) {
        install = line;
        return this;
    }

    public ProjectBuilder build(@Nullable String line) {
        build = line;
        return this;
    }

    /** @param report where the command leaves its report; null when it leaves none */
    public ProjectBuilder test(@Nullable String line, @Nullable String report) {
        test = line;
        if (report != null) {
            reports.add(report);
        }
        return this;
    }

    public ProjectBuilder lint(@Nullable String line) {
        lint = line;
        return this;
    }

    public ProjectBuilder cache(Cache cache) {
        caches.add(cache);
        return this;
    }

    public Optional<ProjectDetector.Found> found(boolean aggregate) {
        Project project = new Project(
                directory.path(),
                ecosystem,
                tool,
                version,
                GoldenImages.of(ecosystem),
                new ProjectCommands(install, build, test, lint),
                caches,
                reports,
                List.of(),
                evidence);
        return Optional.of(new ProjectDetector.Found(project, aggregate));
    }
}
