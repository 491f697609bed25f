package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Project;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A Dockerfile and what stays out of its context: the same project gives the same bytes. Dependencies are installed
 * in a layer of their own before the code is copied, by a user who is not root, with caches that stay out of the image.
 * The tests are its command, and need no network.
 */
public record Bootstrap(String dockerfile, String dockerignore) {
    /**
     * @param directory the project's own
     * @return empty for an ecosystem for which none can be written
     */
    public static Optional<Bootstrap> of(Path directory, Project project) {
        return switch (project.ecosystem()) {
            case GO, NODE, PYTHON, JAVA, DOTNET -> Optional.of(with(dockerfile(project, new ProjectFiles(directory))));
            case RUST, RUBY, PHP, POWERSHELL, MAKE, OTHER -> Optional.empty();
        };
    }

    private static String dockerfile(Project project, ProjectFiles files) {
        Base base = Base.of(project, files);
        return switch (project.ecosystem()) {
            case GO -> GoDockerfile.write(project, base, files);
            case NODE -> NodeDockerfile.write(project, base);
            case PYTHON -> PythonDockerfile.write(project, base, files);
            case JAVA -> JavaDockerfile.write(project, base, files);
            case DOTNET -> DotnetDockerfile.write(project, base, files);
            case RUST, RUBY, PHP, POWERSHELL, MAKE, OTHER ->
                throw new IllegalArgumentException("no Dockerfile for " + project.ecosystem());
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
                **/bin/Release
                **/obj
                *.log
                Dockerfile
                .dockerignore
                """);
    }
}
