package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which projects some files make up.
 *
 * @param projects outermost first
 * @param lookedFor names of files by which a project is known
 * @param notes what was passed over, if anything was
 */
public record DetectedProjects(List<Project> projects, List<String> lookedFor, List<String> notes) {
    /**
     * @param path of its directory; {@code .} for the outermost
     * @param ecosystem such as node or python
     * @param tool what builds it, such as pnpm or maven
     * @param version of the language that it asks for
     * @param image of a sandbox that can build it
     * @param install brings what it depends on; the other commands likewise are shell lines for the project's directory
     * @param caches that make the second time faster
     * @param reports globs of test reports, relative to {@code path}
     * @param members directories that it builds along
     * @param evidence why all this is believed, as {@code file:line: what follows from it}
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Project(
            String path,
            String ecosystem,
            String tool,
            @Nullable String version,
            String image,
            @Nullable String install,
            @Nullable String build,
            @Nullable String test,
            @Nullable String lint,
            List<String> caches,
            List<String> reports,
            List<String> members,
            List<String> evidence) {}
}
