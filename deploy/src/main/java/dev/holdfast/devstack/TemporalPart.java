package dev.holdfast.devstack;

import dev.holdfast.devstack.control.JavaProgram;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Temporal's dev server with a database file; where there is none and none can be built, the SDK's test server. */
final class TemporalPart implements Part {
    static final String NAME = "temporal";
    private static final int UNAVAILABLE = 3; // what ensure-temporal exits with
    private static final String ATTRIBUTE_FLAG = "--search-attribute=";

    /** The dev server forgets an ended workflow after a day; a failed task is replayed later than that. */
    private static final Duration RETENTION = Duration.ofDays(30);

    /**
     * All parts share the processors: with all of them its threads spend a tenth of their time looking for work. It collects
     * its garbage when there is three times as much as what lives, which takes a twelfth off its time and needs some 150 MB
     * more, and sooner when it comes to a gigabyte.
     */
    private static final Map<String, String> SHARING_THE_MACHINE = Map.of(
            "GOMAXPROCS", Integer.toString(Math.max(1, Runtime.getRuntime().availableProcessors() / 2)),
            "GOGC", "300",
            "GOMEMLIMIT", "1GiB");

    /**
     * While it works, a thread of Go's runtime looks every 20 microseconds whether another is stuck, mostly by taking that one's
     * processor: a fifth of its processor time. Timers that may be late by two milliseconds let it look less often.
     */
    private static final List<String> WITH_COARSE_TIMERS =
            List.of("sh", "-c", "echo 2000000 > /proc/self/timerslack_ns || true; exec \"$@\"", "sh");

    private final StackConfiguration stack;
    private final Path flagsFile;
    private volatile boolean inMemory;

    TemporalPart(StackConfiguration stack) {
        this.stack = stack;
        this.flagsFile = stack.root().resolve("deploy/temporal/dev-server.flags");
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return inMemory ? "Temporal test server" : "Temporal dev server";
    }

    @Override
    public String address() {
        return stack.ports().address(PortName.TEMPORAL);
    }

    @Override
    public Set<String> needs() {
        return Set.of();
    }

    @Override
    public List<PortName> ports() {
        return List.of(PortName.TEMPORAL, PortName.TEMPORAL_UI, PortName.TEMPORAL_HTTP);
    }

    @Override
    public @Nullable String note() {
        return inMemory
                ? "in memory, NOT durable: workflows are lost when it ends"
                : "UI at http://" + stack.ports().address(PortName.TEMPORAL_UI) + ", HTTP API at http://"
                        + stack.ports().address(PortName.TEMPORAL_HTTP);
    }

    @Override
    public Launch prepare(Progress progress) throws IOException, InterruptedException {
        Script.Answer answer = Script.named(stack.root(), "ensure-temporal").run(line -> progress.line(NAME, line));
        inMemory = answer.exitCode() == UNAVAILABLE;
        if (inMemory) {
            JavaProgram program = stack.ownProgram(TemporalTestServer.class);
            Map<String, String> environment = Map.of(
                    TemporalTestServer.PORT, Integer.toString(stack.ports().number(PortName.TEMPORAL)),
                    TemporalTestServer.SEARCH_ATTRIBUTES, String.join(" ", attributes()));
            return new Launch(
                    program.command(stack.argumentFile(NAME)), environment, StopSignal.TERM, program.version());
        }
        if (answer.exitCode() != 0) {
            throw new StackFailure(
                    "no Temporal server; the lines above say why. One that runs elsewhere can be named by"
                            + " HOLDFAST_TEMPORAL_TARGET");
        }
        return new Launch(command(answer.output()), SHARING_THE_MACHINE, StopSignal.TERM, "");
    }

    private List<String> command(String binary) throws IOException {
        Path directory = stack.home().data(NAME);
        Files.createDirectories(directory);
        List<String> command = new ArrayList<>(WITH_COARSE_TIMERS);
        command.addAll(List.of(binary, "server", "start-dev"));
        command.addAll(List.of("--db-filename", directory.resolve("temporal.db").toString()));
        command.addAll(List.of("--ip", "127.0.0.1", "--ui-ip", "127.0.0.1"));
        command.addAll(List.of("--port", Integer.toString(stack.ports().number(PortName.TEMPORAL))));
        command.addAll(List.of("--ui-port", Integer.toString(stack.ports().number(PortName.TEMPORAL_UI))));
        command.addAll(List.of("--http-port", Integer.toString(stack.ports().number(PortName.TEMPORAL_HTTP))));
        command.addAll(flags());
        return command;
    }

    /**
     * The namespace answers, with all of our search attributes (a workflow that uses one earlier would be refused), and keeps
     * ended workflows.
     */
    @Override
    public boolean isReady() {
        if (inMemory) {
            return accepts(stack.ports().number(PortName.TEMPORAL));
        }
        return HttpProbe.body(namespace(PortName.TEMPORAL_UI) + "/search-attributes")
                        .filter(body -> hasAttributes(body))
                        .isPresent()
                && remembers();
    }

    private String namespace(PortName port) {
        return "http://" + stack.ports().address(port) + "/api/v1/namespaces/default";
    }

    private boolean remembers() {
        String namespace = namespace(PortName.TEMPORAL_HTTP);
        String retention = "\"workflowExecutionRetentionTtl\":\"" + RETENTION.toSeconds() + "s\"";
        return HttpProbe.body(namespace)
                        .filter(body -> body.contains(retention))
                        .isPresent()
                || HttpProbe.accepts(namespace + "/update", "{\"config\":{" + retention + "}}");
    }

    private boolean hasAttributes(String body) {
        return attributes().stream()
                .allMatch(attribute -> body.contains('"' + attribute.substring(0, attribute.indexOf('=')) + '"'));
    }

    private List<String> attributes() {
        return flags().stream()
                .filter(flag -> flag.startsWith(ATTRIBUTE_FLAG))
                .map(flag -> flag.substring(ATTRIBUTE_FLAG.length()))
                .toList();
    }

    private List<String> flags() {
        try (Stream<String> lines = Files.lines(flagsFile)) {
            return lines.filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new StackFailure(flagsFile + " cannot be read: " + e.getMessage());
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }
}
