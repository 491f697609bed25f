package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Project;

/** .NET: restored from the project files, then built. */
final class DotnetDockerfile {
    private DotnetDockerfile() {}

    static String write(Project project) {
        return Layers.head(project)
                + "WORKDIR /app\n"
                + "COPY --chown=1000:1000 . .\n"
                + "RUN --mount=type=cache,target=/home/holdfast/.nuget,uid=1000,gid=1000 \\\n"
                + "    " + project.commands().install() + " && "
                + project.commands().build() + "\n"
                + "CMD [\"dotnet\", \"test\"]\n";
    }
}
