package dev.holdfast.projects.detect.ecosystems;

import dev.holdfast.contract.Cache;
import dev.holdfast.projects.detect.Ecosystem;
import dev.holdfast.projects.detect.ProjectBuilder;
import dev.holdfast.projects.detect.ProjectDetector;
import dev.holdfast.projects.detect.SourceDirectory;
import dev.holdfast.projects.detect.SourceText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Java and Kotlin by Maven or Gradle, by the wrapper where there is one. */
final class JavaDetector implements ProjectDetector {
    private static final Pattern MAVEN_VERSION = Pattern.compile(
            "<(?:maven\\.compiler\\.release|maven\\.compiler\\.target|maven\\.compiler\\.source|java\\.version|release)>\\s*([\\d.]+)\\s*<");
    private static final Pattern GRADLE_VERSION = Pattern.compile(
            "(?:languageVersion\\D{0,60}|jvmToolchain\\(|(?:source|target)Compatibility\\s*=?\\s*(?:JavaVersion\\.VERSION_)?[\"']?)(\\d+)");
    private static final Pattern MODULES = Pattern.compile("<modules>\\s*<module>");
    private static final Pattern MAVEN_LINT =
            Pattern.compile("<artifactId>(?:maven-)?(spotless|checkstyle|pmd)(?:-maven)?-plugin</artifactId>");
    private static final Pattern KOTLIN_MAVEN = Pattern.compile("<artifactId>kotlin-maven-plugin</artifactId>");
    private static final Pattern KOTLIN_GRADLE = Pattern.compile("kotlin\\(\"|org\\.jetbrains\\.kotlin");

    @Override
    public List<String> looksFor() {
        return List.of("pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts");
    }

    @Override
    public Optional<Found> detect(SourceDirectory directory) {
        if (directory.has("pom.xml")) {
            return maven(directory);
        }
        return directory
                .firstOf("settings.gradle.kts", "settings.gradle", "build.gradle.kts", "build.gradle")
                .flatMap(marker -> gradle(directory, marker));
    }

    private static Optional<Found> maven(SourceDirectory directory) {
        SourceText pom = directory.text("pom.xml");
        boolean wrapper = directory.has("mvnw");
        String maven = (wrapper ? "sh ./mvnw" : "mvn") + " --batch-mode --no-transfer-progress ";
        ProjectBuilder project = new ProjectBuilder(directory, Ecosystem.JAVA, "maven")
                .evidence("pom.xml", "a Maven project")
                .cache(Cache.MAVEN)
                .version(pom.find(MAVEN_VERSION, "compiles for Java {}"))
                .evidence(pom.find(KOTLIN_MAVEN, "has Kotlin"))
                .evidence(pom.find(MODULES, "has modules"))
                .build(maven + "-DskipTests package")
                .test(maven + "test", "**/target/surefire-reports/TEST-*.xml")
                .lint(pom.find(MAVEN_LINT, "")
                        .map(found -> maven + found.value() + ":check")
                        .orElse(null));
        if (wrapper) {
            project.evidence("mvnw", "the wrapper");
        }
        return project.found(pom.contains(MODULES));
    }

    private static Optional<Found> gradle(SourceDirectory directory, String marker) {
        SourceText script = directory.text(
                directory.firstOf("build.gradle.kts", "build.gradle").orElse(marker));
        boolean wrapper = directory.has("gradlew");
        String gradle = (wrapper ? "sh ./gradlew" : "gradle") + " --no-daemon --console=plain ";
        ProjectBuilder project = new ProjectBuilder(directory, Ecosystem.JAVA, "gradle")
                .evidence(marker, "a Gradle project")
                .cache(Cache.GRADLE)
                .version(script.find(GRADLE_VERSION, "compiles for Java {}"))
                .evidence(script.find(KOTLIN_GRADLE, "has Kotlin"))
                .build(gradle + "assemble")
                .test(gradle + "test", "**/build/test-results/test/*.xml")
                .lint(gradle + "check -x test");
        if (wrapper) {
            project.evidence("gradlew", "the wrapper");
        }
        return project.found(marker.startsWith("settings."));
    }
}
