package dev.holdfast.activities.artifacts;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Files that are not collected, whatever a task includes, because they usually hold secrets. Upper and lower case are
 * the same here.
 *
 * @param globs relative to the workspace, as in {@link PathGlob}
 */
public record SensitiveFiles(List<String> globs) {
    public static final SensitiveFiles STANDARD = new SensitiveFiles(List.of(
            "**/.env",
            "**/.env.*",
            "**/*.env",
            "**/*.pem",
            "**/*.key",
            "**/*.p12",
            "**/*.pfx",
            "**/*.jks",
            "**/*.keystore",
            "**/*.kdbx",
            "**/*.ppk",
            "**/id_rsa*",
            "**/id_dsa*",
            "**/id_ecdsa*",
            "**/id_ed25519*",
            "**/.netrc",
            "**/.npmrc",
            "**/.pypirc",
            "**/.pgpass",
            "**/.my.cnf",
            "**/.htpasswd",
            "**/.git-credentials",
            "**/credentials",
            "**/credentials.*",
            "**/.credentials*",
            "**/.ssh",
            "**/.aws",
            "**/.azure",
            "**/.gnupg",
            "**/.kube",
            "**/.docker/config.json",
            "**/gcloud/application_default_credentials.json",
            "**/service-account*.json",
            "**/terraform.tfstate",
            "**/*.tfvars"));

    /** Examples are meant to be shared. */
    private static final List<PathGlob> EXAMPLES = List.of(
            PathGlob.ignoringCase("**/.env.example"),
            PathGlob.ignoringCase("**/.env.sample"),
            PathGlob.ignoringCase("**/.env.template"));

    public SensitiveFiles {
        globs = List.copyOf(globs);
        globs.forEach(PathGlob::ignoringCase);
    }

    /** These and more. */
    public SensitiveFiles and(List<String> more) {
        List<String> all = new ArrayList<>(globs);
        all.addAll(more);
        return new SensitiveFiles(all);
    }

    Matcher matcher() {
        return new Matcher(globs.stream().map(PathGlob::ignoringCase).toList());
    }

    /** Compiled once for many paths. */
    record Matcher(List<PathGlob> globs) {
        /** The glob that a path falls under. */
        Optional<String> find(String path) {
            if (EXAMPLES.stream().anyMatch(example -> example.matches(path))) {
                return Optional.empty();
            }
            return globs.stream()
                    .filter(glob -> glob.matches(path))
                    .map(PathGlob::text)
                    .findFirst();
        }
    }
}
