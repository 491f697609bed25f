package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Project;
import java.util.Optional;

/**
 * A Dockerfile and what stays out of its context: the same project gives the same bytes. Dependencies are installed
 * in a layer of their own before the code is copied, by a user who is not root, with caches that stay out of the image.
 */
public record Bootstrap(String dockerfile, String dockerignore) {
    /** @return empty for an ecosystem for which none can be written */
    public static Optional<Bootstrap> of(Project project) {
        return switch (project.ecosystem()) {
            case GO -> Optional.of(with(GoDockerfile.write(project)));
            case NODE -> Optional.of(with(NodeDockerfile.write(project)));
            case PYTHON -> Optional.of(with(PythonDockerfile.write(project)));
            case JAVA -> Optional.of(with(JavaDockerfile.write(project)));
            case DOTNET -> Optional.of(with(DotnetDockerfile.write(project)));
            case RUST, RUBY, PHP, POWERSHELL, MAKE -> Optional.empty();
        };
    }

    private static Bootstrap with(String dockerfile) {
        return new Bootstrap(dockerfile, """
                .git
                .artifacts
                .env*
                .venv
                **/__pycache__
                **/node_modules
                **/target
                **/build
                **/bin/Debug
                **/obj
                *.log
                Dockerfile
                .dockerignore
                """);
    }
}
