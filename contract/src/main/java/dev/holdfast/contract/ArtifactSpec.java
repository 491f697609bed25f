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
        include.forEach(glob -> Require.glob("artifacts.include", glob));
        exclude.forEach(glob -> Require.glob("artifacts.exclude", glob));
        if (maxFiles != null && maxFiles < 1) {
            throw new InvalidFieldException("artifacts.maxFiles", maxFiles + " is less than 1");
        }
    }
}
