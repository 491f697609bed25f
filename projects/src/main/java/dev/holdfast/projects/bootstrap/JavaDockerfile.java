package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Project;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Maven or Gradle. Their repository is in the image, so that tests need no network, and a copy of it in a cache of the
 * project. Which parts tests need is known to these tools only when tests run, so they run once while it is built.
 */
final class JavaDockerfile {
    private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>\\s*([\\w.-]+)\\s*</artifactId>");
    private static final Pattern ROOT_NAME = Pattern.compile("rootProject\\.name\\s*=\\s*[\"']([\\w.-]+)[\"']");

    private JavaDockerfile() {}

    static String write(Project project, Base base, ProjectFiles files) {
        return project.tool().equals("maven") ? maven(project, base, files) : gradle(project, base, files);
    }

    private static String maven(Project project, Base base, ProjectFiles files) {
        String maven = files.has("mvnw") ? "sh ./mvnw" : "mvn";
        String batch = maven + " --batch-mode --no-transfer-progress ";
        List<String> modules =
                project.members().stream().map(member -> member + "/pom.xml").toList();
        String name = first(ARTIFACT, PARENT.matcher(files.text("pom.xml")).replaceAll(""));
        // Where the user has no entry in /etc/passwd, Java does not know its home.
        return Layers.head(project, base, "ENV MAVEN_OPTS=-Duser.home=" + Layers.HOME + "\n")
                + Layers.manifests("pom.xml mvn[w]", modules)
                + (files.has("mvnw") ? "COPY --chown=1000:1000 .mvn .mvn\n" : "")
                // What cannot be found without the code is brought with it.
                + kept("m2", name, ".m2", batch + "--fail-never dependency:go-offline")
                + Layers.code()
                + kept("m2", name, ".m2", batch + "-Dmaven.test.failure.ignore=true package")
                + "CMD [\"sh\", \"-c\", \"" + batch + "--offline test\"]\n";
    }

    private static String gradle(Project project, Base base, ProjectFiles files) {
        String gradle = (files.has("gradlew") ? "sh ./gradlew" : "gradle") + " --no-daemon --console=plain ";
        String name = first(ROOT_NAME, files.text("settings.gradle.kts") + files.text("settings.gradle"));
        return Layers.head(project, base, "ENV GRADLE_USER_HOME=" + Layers.HOME + "/.gradle\n")
                + Layers.code()
                + kept("gradle", name, ".gradle", gradle + "--continue build || true")
                + "CMD [\"sh\", \"-c\", \"" + gradle + "--offline test\"]\n";
    }

    /** What was brought by the last build of this project is taken from the cache, and what is new is put there. */
    private static String kept(String tool, String name, String directory, String line) {
        String home = Layers.HOME + "/" + directory;
        return "RUN --mount=type=cache,id=holdfast-" + tool + "-" + name + ",target=/cache,uid=1000,gid=1000 \\\n"
                + "    --mount=type=secret,id=jks,uid=1000 \\\n"
                + "    if [ -s /run/secrets/jks ]; then export JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=/run/secrets/jks; fi"
                + " \\\n"
                + " && mkdir -p " + home + " && cp -R /cache/. " + home + " \\\n"
                + " && { " + line + "; } \\\n"
                + " && cp -R " + home + "/. /cache\n";
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "project";
    }
}
