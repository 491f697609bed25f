package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code ./holdfast} in a small checkout, with a Maven and a JDK that only write down how they were called. */
class LauncherTest {
    private static final String BUILDS = """
            #!/bin/sh
            cd "$(dirname "$0")"
            echo build >> builds
            echo '[INFO] Building Holdfast: one 0.1.0                    [1/2]'
            sleep 0.5
            for program in cli stack; do
              mkdir -p target/dist/$program/lib
              touch target/dist/$program/lib/$program.jar
            done
            """;

    private static final String FAILS = """
            #!/bin/sh
            echo '[INFO] something long and dull'
            echo '[ERROR] /src/Main.java:[3,4] this is what is wrong'
            exit 1
            """;

    /** Prints its last arguments one a line; a rehearsal leaves the archive that it was asked for. */
    private static final String JAVA = """
            #!/bin/bash
            for argument; do
              case $argument in -XX:ArchiveClassesAtExit=*) echo archive > "${argument#*=}"; exit ;; esac
            done
            while [ "$1" != dev.holdfast.cli.Main ]; do shift; done
            printf '<%s>\\n' "$@"
            exit 7
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path root;

    private record Ended(int exitCode, String out, String err) {}

    @BeforeEach
    void smallCheckout() throws IOException {
        Path real = Path.of(System.getProperty("holdfast.root"));
        Files.createDirectories(root.resolve("deploy/scripts"));
        Files.createDirectories(root.resolve("cli/src/main"));
        Files.createDirectories(root.resolve("sandbox-init"));
        for (String file : List.of("holdfast", "deploy/scripts/find-jdk")) {
            Files.copy(real.resolve(file), root.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        for (String pom : List.of("pom.xml", "cli/pom.xml", "cli/src/main/Source.java")) {
            old(Files.writeString(root.resolve(pom), ""));
        }
        for (String directory : List.of("cli/src/main", "sandbox-init")) {
            old(root.resolve(directory));
        }
        executable("mvnw", BUILDS);
        jdk("jdk");
    }

    @Test
    void firstCallBuildsAndLaterOnesDoNot() throws IOException {
        Ended first = holdfast("status");
        assertThat(first.err()).contains("module 1 of 2: Holdfast: one", "built in");
        assertThat(first)
                .extracting(Ended::exitCode, Ended::out)
                .containsExactly(7, lines("dev.holdfast.cli.Main", "status"));

        Ended second = holdfast("status");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).isEqualTo(first.out());
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void argumentsArriveAsTheyWereGiven() {
        String[] odd = {"run", "--", "a b", "", "*", "$HOME", "\"'", "@file", "-version", "new\nline"};

        assertThat(holdfast(odd).out()).isEqualTo(lines("dev.holdfast.cli.Main") + lines(odd));
    }

    @Test
    void changedOrRemovedSourceIsBuiltAgain() throws IOException {
        holdfast("status");
        Files.writeString(root.resolve("cli/src/main/Source.java"), "changed");
        holdfast("status");
        assertThat(builds()).isEqualTo(2);

        Files.delete(root.resolve("cli/src/main/Source.java"));
        holdfast("status");
        assertThat(builds()).isEqualTo(3);
    }

    @Test
    void callsAtTheSameTimeBuildOnce() throws IOException {
        List<CompletableFuture<Ended>> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            calls.add(CompletableFuture.supplyAsync(() -> holdfast("status")));
        }

        assertThat(calls).allSatisfy(call -> assertThat(call.join().exitCode()).isEqualTo(7));
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void failedBuildShowsWhatIsWrongAndNoMore() throws IOException {
        executable("mvnw", FAILS);

        Ended ended = holdfast("status");

        assertThat(ended.exitCode()).isEqualTo(125);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .contains("[ERROR] /src/Main.java:[3,4] this is what is wrong", "target/build.log")
                .doesNotContain("long and dull");
    }

    @Test
    void withoutBuildingItSaysWhatIsMissing() {
        Ended ended = holdfast(Map.of("HOLDFAST_NO_BUILD", "1"), "status");

        assertThat(ended.exitCode()).isEqualTo(125);
        assertThat(ended.err()).contains("it is not built").doesNotContain("building");
    }

    @Test
    void jdkThatIsGoneIsLookedForAgain() throws IOException {
        holdfast("status");
        Files.move(root.resolve("jdk"), root.resolve("other"));

        assertThat(holdfast(Map.of("HOLDFAST_JAVA_HOME", root.resolve("other").toString()), "status")
                        .exitCode())
                .isEqualTo(7);
        assertThat(root.resolve("target/dist/jdk"))
                .hasContent(root.resolve("other").toString());
    }

    @Test
    void linkToTheScriptWorksFromAnywhere() throws IOException {
        Path link = Files.createSymbolicLink(root.resolve("deploy/link"), root.resolve("holdfast"));

        assertThat(run(link, root.resolve("sandbox-init"), fakeJdk(), "status").exitCode())
                .isEqualTo(7);
    }

    private static String lines(String... arguments) {
        StringBuilder lines = new StringBuilder();
        for (String argument : arguments) {
            lines.append('<').append(argument).append(">\n");
        }
        return lines.toString();
    }

    private long builds() throws IOException {
        return Files.readAllLines(root.resolve("builds")).size();
    }

    private void jdk(String name) throws IOException {
        Files.createDirectories(root.resolve(name).resolve("bin"));
        Files.writeString(root.resolve(name).resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        executable(name + "/bin/java", JAVA);
        executable(name + "/bin/javac", "#!/bin/sh\n");
    }

    private void executable(String name, String script) throws IOException {
        Path file = Files.writeString(root.resolve(name), script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void old(Path path) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(3600)));
    }

    private Ended holdfast(String... arguments) {
        return holdfast(fakeJdk(), arguments);
    }

    private Map<String, String> fakeJdk() {
        return Map.of("HOLDFAST_JAVA_HOME", root.resolve("jdk").toString());
    }

    private Ended holdfast(Map<String, String> environment, String... arguments) {
        return run(root.resolve("holdfast"), root, environment, arguments);
    }

    private static Ended run(Path script, Path directory, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
            String out = text(process.getInputStream());
            return new Ended(process.onExit().join().exitValue(), out, err.join());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(java.io.InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
