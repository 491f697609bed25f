package dev.holdfast.activities.sandbox;

import java.util.List;

/**
 * Which files to pack.
 *
 * @param root relative to the workspace, or absolute inside the sandbox
 * @param include globs relative to the root
 * @param exclude globs that win
 */
public record GetRequest(
        String root, List<String> include, List<String> exclude, long maxBytes, long maxFiles, long maxFileBytes) {
    public GetRequest {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }
}
