package dev.holdfast.devstack;

import dev.holdfast.devstack.control.JavaProgram;
import dev.holdfast.devstack.control.StackHome;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * Everything that decides what a stack consists of.
 *
 * @param root of the checkout: scripts and built programs are found from there
 * @param environment the user's: what is set there wins over what the stack would choose
 * @param cache for what is not data and can be made again
 */
record StackConfiguration(
        StackHome home, Path root, Path cache, Map<String, String> environment, Ports ports, Secrets secrets) {
    static final String PARTS = "HOLDFAST_PARTS";
    private static final List<String> ALL_PARTS =
            List.of(PostgresPart.NAME, S3Part.NAME, TemporalPart.NAME, ProgramPart.API, ProgramPart.WORKER);

    static StackConfiguration from(Path root, StackHome home, Map<String, String> environment, IntPredicate isOurs)
            throws IOException {
        home.create();
        return new StackConfiguration(
                home,
                root,
                cache(environment),
                environment,
                Ports.resolve(home, environment, isOurs),
                Secrets.of(home));
    }

    /** The wanted parts in the order in which they are started. */
    List<String> wantedParts() {
        String value = setting(PARTS);
        if (value.isEmpty()) {
            return ALL_PARTS;
        }
        Set<String> wanted =
                Arrays.stream(value.split(",", -1)).map(String::strip).collect(Collectors.toSet());
        for (String name : wanted) {
            if (!ALL_PARTS.contains(name)) {
                throw new StackFailure(
                        PARTS + " names '" + name + "', which is not one of " + String.join(", ", ALL_PARTS));
            }
        }
        return ALL_PARTS.stream().filter(wanted::contains).toList();
    }

    /** What the user has set, or the empty string. */
    String setting(String variable) {
        return environment.getOrDefault(variable, "").strip();
    }

    /** A small JVM that runs a class of the stack itself. */
    JavaProgram ownProgram(Class<?> mainClass) {
        List<String> options = new ArrayList<>(List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                ProgramPart.COMPILE_SOON,
                ProgramPart.LARGE_PAGES,
                "-Xmx256m"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-XX:SharedArchiveFile="))
                .forEach(options::add);
        return new JavaProgram(mainClass.getName(), System.getProperty("java.class.path"), options);
    }

    Path argumentFile(String part) {
        return home.directory().resolve("run").resolve(part + ".args");
    }

    private static Path cache(Map<String, String> environment) {
        String chosen = environment.getOrDefault("HOLDFAST_CACHE", "");
        if (!chosen.isBlank()) {
            return Path.of(chosen);
        }
        String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path base = shared.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(shared);
        return base.resolve("holdfast");
    }
}
