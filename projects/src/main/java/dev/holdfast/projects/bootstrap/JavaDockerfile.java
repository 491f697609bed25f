package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Project;

/** Maven or Gradle; the repository of downloads is a cache and stays out of the image. */
final class JavaDockerfile {
    private JavaDockerfile() {}

    static String write(Project project) {
        String cache = project.tool().equals("maven") ? ".m2" : ".gradle";
        String test = String.valueOf(project.commands().test()).replace("\"", "\\\"");
        return Layers.head(project) + """
                WORKDIR /app
                COPY --chown=1000:1000 . .
                RUN --mount=type=cache,target=/home/holdfast/%s,uid=1000,gid=1000 \\
                    --mount=type=secret,id=jks,uid=1000 \\
                    if [ -s /run/secrets/jks ]; then export JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=/run/secrets/jks; fi \\
                 && %s
                CMD ["sh", "-c", "%s"]
                """.formatted(cache, project.commands().build(), test);
    }
}
