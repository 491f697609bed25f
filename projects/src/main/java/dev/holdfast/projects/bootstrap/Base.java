package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Evidence;
import dev.holdfast.projects.detect.Project;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The public image to build on: of the version that the project asks for, Alpine's where nothing needs glibc.
 *
 * @param because why this one
 */
record Base(String image, String because) {
    private static final Pattern TWO_NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)");
    private static final Pattern NUMBER = Pattern.compile("(\\d+)");
    private static final List<Integer> JAVA_VERSIONS = List.of(8, 11, 17, 21, 25);
    private static final List<Integer> NODE_VERSIONS = List.of(18, 20, 22, 24);

    static Base of(Project project, ProjectFiles files) {
        Optional<Evidence> reason = new NativeCode(files).in(project);
        String image = image(project, files, reason.isEmpty());
        return new Base(
                image,
                reason.map(why -> "glibc, because " + why)
                        .orElse("Alpine, because nothing was found that needs glibc"));
    }

    private static String image(Project project, ProjectFiles files, boolean alpine) {
        String version = project.version() == null ? "" : project.version();
        return switch (project.ecosystem()) {
            case GO ->
                "golang:" + asked(version, Pattern.compile("[\\d.]+"), "1.24") + (alpine ? "-alpine" : "-bookworm");
            case NODE -> node(project, version, alpine);
            case PYTHON -> "python:" + twoNumbers(version, "3.13") + (alpine ? "-alpine" : "-slim-bookworm");
            case JAVA -> java(project, files, supported(JAVA_VERSIONS, version.replaceFirst("^1\\.", ""), 21), alpine);
            case DOTNET -> "mcr.microsoft.com/dotnet/sdk:" + dotnet(version) + (alpine ? "-alpine" : "");
            case RUST, RUBY, PHP, POWERSHELL, MAKE, OTHER ->
                throw new IllegalArgumentException(project.ecosystem() + "");
        };
    }

    private static String node(Project project, String version, boolean alpine) {
        if (project.tool().equals("bun")) {
            return "oven/bun:1" + (alpine ? "-alpine" : "-slim");
        }
        return "node:" + supported(NODE_VERSIONS, version, 22) + (alpine ? "-alpine" : "-bookworm-slim");
    }

    /** A wrapper brings its own build tool, so that it needs a JDK only. */
    private static String java(Project project, ProjectFiles files, int version, boolean alpine) {
        boolean maven = project.tool().equals("maven");
        if (files.has(maven ? "mvnw" : "gradlew")) {
            return "eclipse-temurin:" + version + "-jdk" + (alpine ? "-alpine" : "");
        }
        return (maven ? "maven:3.9-eclipse-temurin-" : "gradle:8-jdk") + version + (alpine ? "-alpine" : "");
    }

    /** Also of netcoreapp3.1 and of the SDK's own 8.0.100; what is none, as netstandard2.0, says nothing of the SDK. */
    private static String dotnet(String version) {
        return version.startsWith("netstandard") || version.matches("net4\\d+") ? "8.0" : twoNumbers(version, "8.0");
    }

    private static String asked(String version, Pattern pattern, String usual) {
        return pattern.matcher(version).matches() ? version : usual;
    }

    private static String twoNumbers(String version, String usual) {
        Matcher numbers = TWO_NUMBERS.matcher(version);
        return numbers.find() ? numbers.group() : usual;
    }

    /** The asked one, else the next that is made for years. */
    private static int supported(List<Integer> versions, String asked, int usual) {
        Matcher number = NUMBER.matcher(asked);
        if (!number.find()) {
            return usual;
        }
        int wanted = number.group().length() > 3 ? usual : Integer.parseInt(number.group());
        return versions.stream()
                .filter(version -> version >= wanted)
                .findFirst()
                .orElse(wanted);
    }
}
