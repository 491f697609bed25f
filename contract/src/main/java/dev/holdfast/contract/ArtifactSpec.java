package dev.holdfast.contract;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is collected from the workspace; {@code .artifacts/**} always is.
 *
 * @param include globs relative to the workspace
 * @param exclude globs that win over {@code include}
 */
public record ArtifactSpec(
        List<String> include,
        List<String> exclude,
        @Nullable Integer maxFiles) {
    public static final ArtifactSpec STANDARD = new ArtifactSpec(List.of(), List.of(), null);

    public ArtifactSpec {
        include = include == null ? List.of() : List.copyOf(include);
        exclude = exclude == null ? List.of() : List.copyOf(exclude);
        include.forEach(glob -> checkGlob("artifacts.include", glob));
        exclude.forEach(glob -> checkGlob("artifacts.exclude", glob));
        if (maxFiles != null && maxFiles < 1) {
            throw new InvalidFieldException("artifacts.maxFiles", maxFiles + " is less than 1");
        }
    }

    private static void checkGlob(String field, String glob) {
        Require.noNul(field, glob);
        if (glob.isEmpty() || glob.length() > 4096) {
            throw new InvalidFieldException(field, "a glob has 1 to 4096 characters");
        }
        if (glob.startsWith("/") || List.of(glob.split("/", -1)).contains("..")) {
            throw new InvalidFieldException(field, "'" + glob + "' leaves the workspace; globs are relative to it");
        }
    }
}
