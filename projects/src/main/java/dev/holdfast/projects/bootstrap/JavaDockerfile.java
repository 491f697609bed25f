package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Project;

/** Maven or Gradle; the repository of downloads is a cache and stays out of the image. */
final class JavaDockerfile {
    private JavaDockerfile() {}

    static String write(Project project) {
        String cache = project.tool().equals("maven") ? ".m2" : ".gradle";
        String test = project.commands().test();
        return Layers.head(project)
                + "WORKDIR /app\n"
                + "COPY --chown=1000:1000 . .\n"
                + "RUN --mount=type=cache,target=/home/holdfast/" + cache + ",uid=1000,gid=1000 \\\n"
                + "    " + project.commands().build() + "\n"
                + "CMD [\"sh\", \"-c\", \"" + String.valueOf(test).replace("\"", "\\\"") + "\"]\n";
    }
}
