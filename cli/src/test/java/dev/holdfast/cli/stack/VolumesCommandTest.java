package dev.holdfast.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.cli.CommandFailure;
import dev.holdfast.devstack.control.Condition;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.ProcessIdentity;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StackState;
import dev.holdfast.devstack.control.StateFile;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the command line talks to the worker of its machine. */
class VolumesCommandTest {
    private static final ProcessIdentity ALIVE =
            ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();

    @TempDir
    Path directory;

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private HttpServer worker;
    private StackHome home;

    @BeforeEach
    void aWorkerThatRuns() throws IOException {
        worker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        worker.createContext("/host", exchange -> {
            heard.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] answer = "{\"volumes\":[]}".getBytes(StandardCharsets.UTF_8);
            boolean known = "Bearer the-key".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(known ? 200 : 401, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        worker.start();
        home = new StackHome(directory);
        Files.createDirectories(directory.resolve("run"));
        PartState part = new PartState(
                "worker",
                Condition.RUNNING,
                "http://127.0.0.1:" + worker.getAddress().getPort(),
                ALIVE,
                StopSignal.TERM,
                "",
                null);
        new StateFile(home).write(new StackState(ALIVE, Condition.RUNNING, List.of(part)));
    }

    @AfterEach
    void stopTheWorker() {
        worker.stop(0);
    }

    @Test
    void itShowsTheKeyThatOnlyTheOperatorCanRead() throws Exception {
        Files.writeString(directory.resolve("worker-key"), "the-key");

        assertThat(new HostAccess(home).ask("DELETE", "/host/volumes?project=web"))
                .hasValueSatisfying(
                        answer -> assertThat(answer.path("volumes").isArray()).isTrue());
        assertThat(heard).containsExactly("DELETE /host/volumes?project=web Bearer the-key");
    }

    @Test
    void withoutTheKeyItAsksNobodyAndWithAWrongOneItSaysSo() throws Exception {
        assertThat(new HostAccess(home).ask("GET", "/host/volumes")).isEmpty();
        assertThat(heard).isEmpty();

        Files.writeString(directory.resolve("worker-key"), "an old key");
        assertThatThrownBy(() -> new HostAccess(home).ask("GET", "/host/volumes"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("401");
    }
}
