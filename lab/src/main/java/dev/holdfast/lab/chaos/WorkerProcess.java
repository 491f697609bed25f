package dev.holdfast.lab.chaos;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.holdfast.devstack.control.JavaProgram;
import dev.holdfast.devstack.control.OrderlyStop;
import dev.holdfast.devstack.control.ProcessIdentity;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A worker's JVM, started by us and not by the dev stack, so that nothing starts it again behind our back. */
final class WorkerProcess {
    private static final Duration STARTS_WITHIN = Duration.ofMinutes(2);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final ProcessIdentity process;
    private final int port;

    private WorkerProcess(ProcessIdentity process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Does not wait until it serves. */
    static WorkerProcess launch(Path root, Path directory, String name, Map<String, String> environment)
            throws IOException {
        int port = freePort();
        List<String> options =
                List.of("-Xmx192m", "-Djava.awt.headless=true", "-XX:+ExitOnOutOfMemoryError", "-XX:+UseSerialGC");
        JavaProgram program = JavaProgram.built(root, "worker", "dev.holdfast.worker.WorkerApplication", options);
        ProcessBuilder builder = new ProcessBuilder(
                        program.command(directory.resolve("run").resolve(name + ".args")))
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("logs").resolve(name + ".log").toFile()));
        builder.environment().keySet().removeIf(variable -> variable.startsWith("HOLDFAST_"));
        builder.environment().putAll(environment);
        builder.environment().put("HOLDFAST_WORKER_PORT", Integer.toString(port));
        Process started = builder.start();
        return new WorkerProcess(
                ProcessIdentity.of(started.pid()).orElseThrow(() -> new IOException("the worker ended at once")), port);
    }

    void awaitReady() throws InterruptedException {
        Patience.until("the worker is ready", STARTS_WITHIN, () -> !process.isAlive() || isReady());
        if (!process.isAlive()) {
            throw new IllegalStateException("the worker ended before it was ready");
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void kill() throws InterruptedException {
        process.signal(StopSignal.KILL);
        awaitEnd();
    }

    /** In order, and without waiting for its end. */
    void tellToEnd() {
        process.signal(StopSignal.TERM);
    }

    boolean endsWithin(Duration time) throws InterruptedException {
        return Patience.reached(time, () -> !process.isAlive());
    }

    void stop() throws InterruptedException {
        signal("CONT");
        new OrderlyStop(Duration.ofSeconds(20)).stop(process, StopSignal.TERM);
    }

    void pause() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    /** Until it dies of it. */
    void exhaustMemory() throws IOException, InterruptedException {
        String ownJar = Path.of(URI.create(WorkerProcess.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString()))
                .toString();
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
            machine.loadAgent(ownJar);
            machine.detach();
        } catch (IOException diedMeanwhile) {
            if (process.isAlive()) {
                throw diedMeanwhile;
            }
        } catch (AttachNotSupportedException
                | com.sun.tools.attach.AgentLoadException
                | com.sun.tools.attach.AgentInitializationException e) {
            throw new IOException("nothing can be loaded into the worker: " + e.getMessage(), e);
        }
        awaitEnd();
    }

    private void awaitEnd() throws InterruptedException {
        Patience.until("the worker is dead", Duration.ofSeconds(60), () -> !process.isAlive());
    }

    private void signal(String name) {
        if (process.isAlive()) {
            try {
                new ProcessBuilder("kill", "-s", name, Long.toString(process.pid()))
                        .start()
                        .waitFor();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean isReady() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/health"))
                .timeout(Duration.ofSeconds(5))
                .build();
        return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
