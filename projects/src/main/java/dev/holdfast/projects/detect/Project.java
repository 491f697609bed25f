package dev.holdfast.projects.detect;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.Cache;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A project that was found.
 *
 * @param path relative to the directory that was looked at; {@code .} for the directory itself
 * @param tool what builds it, e.g. pnpm or maven
 * @param version of the language that it asks for, as it says it
 * @param image of a sandbox that can build it
 * @param caches that make the second time faster
 * @param reports globs of test reports, relative to {@code path}
 * @param members directories of the same ecosystem that this project builds along
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Project(
        String path,
        Ecosystem ecosystem,
        String tool,
        @Nullable String version,
        String image,
        ProjectCommands commands,
        List<Cache> caches,
        List<String> reports,
        List<String> members,
        List<Evidence> evidence) {
    public Project {
        caches = List.copyOf(caches);
        reports = List.copyOf(reports);
        members = List.copyOf(members);
        evidence = List.copyOf(evidence);
    }

    Project withMembers(List<String> newMembers) {
        return new Project(path, ecosystem, tool, version, image, commands, caches, reports, newMembers, evidence);
    }

    Project withImage(String newImage, Evidence because) {
        List<Evidence> all = new java.util.ArrayList<>(evidence);
        all.add(because);
        return new Project(path, ecosystem, tool, version, newImage, commands, caches, reports, members, all);
    }
}
