package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Project;

/** Go compiles to a program that needs nothing else; it is built where its tools are. */
final class GoDockerfile {
    private GoDockerfile() {}

    static String write(Project project) {
        return Layers.head(project) + """
                WORKDIR /app
                COPY --chown=1000:1000 go.mod go.su[m] ./
                RUN --mount=type=cache,target=/home/holdfast/.cache,uid=1000,gid=1000 \\
                    --mount=type=cache,target=/home/holdfast/go,uid=1000,gid=1000 \\
                    go mod download
                COPY --chown=1000:1000 . .
                RUN --mount=type=cache,target=/home/holdfast/.cache,uid=1000,gid=1000 \\
                    --mount=type=cache,target=/home/holdfast/go,uid=1000,gid=1000 \\
                    go build ./...
                CMD ["go", "test", "./..."]
                """;
    }
}
