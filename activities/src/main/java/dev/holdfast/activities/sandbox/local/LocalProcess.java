package dev.holdfast.activities.sandbox.local;

import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The supervisor's process of one local sandbox. */
final class LocalProcess {
    /** What steps may see of this worker's environment; the rest may hold secrets. */
    private static final List<String> PASSED_ON =
            List.of("PATH", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "JAVA_HOME", "GOROOT", "SSL_CERT_FILE");

    private final SandboxDirectory directory;

    LocalProcess(SandboxDirectory directory) {
        this.directory = directory;
    }

    /**
     * Starts it so that it outlives this worker: in a session of its own, with no pipe to us.
     *
     * @param extra environment beside the request's own, which wins
     */
    ProcessMark start(Path supervisor, SandboxRequest request, Map<String, String> extra) {
        try {
            Files.createDirectories(directory.workspace());
            Files.createDirectories(home());
            Files.createDirectories(temporary());
            ProcessBuilder builder = new ProcessBuilder(command(supervisor, request))
                    .directory(directory.workspace().toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(outputFile().toFile()));
            setEnvironment(builder.environment(), request, extra);
            Process process = builder.start();
            ProcessMark mark = ProcessMark.of(process.pid()).orElseThrow(() -> failure("ended at once", null));
            write(mark);
            return mark;
        } catch (IOException failed) {
            throw failure("could not be started: " + failed.getMessage(), failed);
        }
    }

    /** The process that was started, alive or not. */
    Optional<ProcessMark> known() {
        try {
            return ProcessMark.parse(Files.readString(markFile()));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw failure("cannot be looked up: " + unreadable, unreadable);
        }
    }

    boolean alive() {
        return known().filter(ProcessMark::alive).isPresent();
    }

    /** It once listened, so steps may have run. */
    boolean served() {
        return Files.exists(directory.control().resolve("init.sock"));
    }

    /** The end of what it printed, for error messages. */
    String lastWords() {
        try {
            String output = Files.readString(outputFile()).strip();
            return output.substring(Math.max(0, output.length() - 500));
        } catch (IOException none) {
            return "";
        }
    }

    private List<String> command(Path supervisor, SandboxRequest request) {
        List<String> command = new ArrayList<>(List.of(
                supervisor.toString(),
                "serve",
                "--local",
                "--control",
                directory.shortControl().toString(),
                "--sandbox",
                request.id().value(),
                "--workspace",
                directory.workspace().toString()));
        if (!request.lease().isZero()) {
            command.add("--lease-seconds");
            command.add(Long.toString(request.lease().toSeconds()));
        }
        return command;
    }

    private void setEnvironment(Map<String, String> environment, SandboxRequest request, Map<String, String> extra) {
        Map<String, String> own = Map.copyOf(environment);
        environment.clear();
        PASSED_ON.forEach(name -> {
            String value = own.get(name);
            if (value != null) {
                environment.put(name, value);
            }
        });
        environment.put("HOME", home().toString());
        environment.put("TMPDIR", temporary().toString());
        environment.putAll(extra);
        environment.putAll(request.env());
        environment.put("HOLDFAST_SANDBOX", request.id().value());
    }

    private void write(ProcessMark mark) throws IOException {
        Path temporary = directory.path().resolve("supervisor.new");
        Files.writeString(temporary, mark.line());
        Files.move(temporary, markFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private SandboxException failure(String problem, @org.jspecify.annotations.Nullable Throwable cause) {
        return new SandboxException(
                SandboxError.INTERNAL, "the supervisor of sandbox " + directory.id() + " " + problem, cause);
    }

    private Path home() {
        return directory.path().resolve("home");
    }

    private Path temporary() {
        return directory.path().resolve("tmp");
    }

    private Path markFile() {
        return directory.path().resolve("supervisor.pid");
    }

    private Path outputFile() {
        return directory.path().resolve("supervisor.log");
    }
}
