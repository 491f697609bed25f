package dev.holdfast.activities.sandbox.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.sandbox.GetRequest;
import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.LogSink;
import dev.holdfast.activities.sandbox.PutRequest;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.Supervisor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SupervisorClientTest {
    private static final SandboxId ID = SandboxId.named("fake");
    private static final String OK = "{\"ok\":true}";
    private static final GetRequest ALL = new GetRequest(".", List.of("**"), List.of(), 1000, 1000, 1000);

    @Test
    void oneConnectionServesManyRequests() throws IOException {
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
                    while (wire.request().contains("signal")) {
                        wire.send(1, OK);
                    }
                });
                Supervisor client = client(fake)) {
            for (int i = 0; i < 10; i++) {
                client.signal("s", "INT");
            }
            assertThat(fake.connections()).isEqualTo(1);
        }
    }

    @Test
    void theNextClientGoesOnWithTheConnectionOfOneThatWasJustClosed() throws IOException {
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
            while (wire.request().contains("signal")) {
                wire.send(1, OK);
            }
        })) {
            for (int i = 0; i < 10; i++) {
                try (Supervisor client = client(fake)) {
                    client.signal("s", "INT");
                }
            }
            assertThat(fake.connections()).isEqualTo(1);
        }
    }

    @Test
    void aConnectionThatNobodyGoesOnWithIsClosed() throws IOException {
        CountDownLatch hungUp = new CountDownLatch(1);
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
            try {
                wire.request();
            } finally {
                hungUp.countDown();
            }
        })) {
            Lingering lingering = new Lingering(Duration.ofMillis(50));
            lingering.keep(fake.socket(), Connection.open(fake.socket()));
            await().until(() -> hungUp.getCount() == 0);
            assertThat(lingering.take(fake.socket())).isNull();
        }
    }

    @Test
    void aConnectionIsClosedWithTheSandboxBehindIt() throws IOException {
        CountDownLatch hungUp = new CountDownLatch(1);
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
            wire.request();
            wire.send(1, OK);
            try {
                wire.request();
            } finally {
                hungUp.countDown();
            }
        })) {
            try (Supervisor client = client(fake)) {
                client.shutdown(Duration.ZERO);
                await().until(() -> hungUp.getCount() == 0);
            }
        }
    }

    @Test
    void aConnectionThatWasClosedWhileIdleIsReplacedWithoutAnError() throws IOException {
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
                    wire.request();
                    wire.send(1, OK);
                });
                Supervisor client = client(fake)) {
            client.signal("s", "INT");
            client.signal("s", "INT");
            assertThat(fake.connections()).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void anAnswerThatBreaksOffIsNotAskedForASecondTime() throws IOException {
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
                    wire.request();
                    wire.out().writeInt(100);
                });
                Supervisor client = client(fake)) {
            assertFails(SandboxError.SUPERVISOR_UNREACHABLE, () -> client.signal("s", "INT"));
            assertThat(fake.connections()).isEqualTo(1);
        }
    }

    @Test
    void refusalsKeepTheirCodeAndSayWhy() throws IOException {
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
                    wire.request();
                    wire.send(1, "{\"ok\":false,\"error\":{\"code\":\"unknown_step\",\"message\":\"no step s\"}}");
                });
                Supervisor client = client(fake)) {
            assertThatThrownBy(() -> client.signal("s", "INT"))
                    .hasMessage("the sandbox answered: no step s")
                    .isInstanceOfSatisfying(SandboxException.class, e -> {
                        assertThat(e.code()).isEqualTo("unknown_step");
                        assertThat(e.retryable()).isFalse();
                    });
        }
    }

    @Test
    void outcomesAndCodesThatNobodyKnowsAreErrors() throws IOException {
        List<String> answers = List.of(
                "{\"ok\":true,\"step\":\"s\",\"state\":\"ended\",\"outcome\":\"exploded\"}",
                "{\"ok\":true,\"step\":\"s\",\"state\":\"ended\"}",
                "{\"ok\":true,\"step\":\"s\",\"state\":\"ended\",\"outcome\":\"exited\"}",
                "{\"ok\":true,\"step\":\"s\",\"state\":\"asleep\"}",
                "{\"ok\":false,\"error\":{\"code\":\"strange\",\"message\":\"m\"}}",
                "{\"ok\":false}",
                "{}",
                "[]",
                "no json");
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
                    wire.request();
                    wire.send(1, answers.get(n - 1));
                });
                Supervisor client = client(fake)) {
            for (String answer : answers) {
                assertThatThrownBy(() -> client.await("s", Duration.ZERO))
                        .as(answer)
                        .hasMessageContaining("does not keep to the protocol")
                        .isInstanceOf(SandboxException.class);
            }
        }
    }

    @Test
    void anErrorAtTheEndOfAStreamIsAnError() throws IOException {
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
                    wire.request();
                    wire.send(1, OK);
                    wire.send(2, "half a tar");
                    wire.send(3, "{\"error\":{\"code\":\"internal\",\"message\":\"disk on fire\"}}");
                });
                Supervisor client = client(fake)) {
            assertFails(SandboxError.INTERNAL, () -> client.get(ALL, tar -> tar.readAllBytes()));
        }
    }

    @Test
    void aReaderNeedNotReadToTheEnd() throws IOException {
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
                    while (true) {
                        wire.request();
                        wire.send(1, OK);
                        wire.send(2, "abc");
                        wire.send(2, "def");
                        wire.send(3, "{\"files\":1,\"bytes\":6,\"skipped\":[{\"path\":\"p\",\"reason\":\"fifo\"}]}");
                    }
                });
                Supervisor client = client(fake)) {
            assertThat(client.get(ALL, tar -> assertThat(tar.read()).isEqualTo('a'))
                            .skipped())
                    .hasSize(1);
            StringBuilder whole = new StringBuilder();
            client.get(
                    ALL, tar -> whole.append(new String(tar.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)));
            assertThat(whole).hasToString("abcdef");
            assertThat(fake.connections()).isEqualTo(1);
        }
    }

    @Test
    void failuresOfTheCallersStreamsAreTheCallersOwn() throws IOException {
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
                    wire.request();
                    wire.send(1, OK);
                    wire.in().readAllBytes();
                });
                Supervisor client = client(fake)) {
            assertThatThrownBy(() -> client.put(new PutRequest(".", 1, 1), tar -> {
                        throw new IOException("my file is gone");
                    }))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("my file is gone");
        }
    }

    @Test
    void aSupervisorThatStopsListeningToAnUploadHasSaidWhy() throws IOException {
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
                    wire.request();
                    wire.send(1, OK);
                    wire.send(1, "{\"ok\":false,\"error\":{\"code\":\"too_large\",\"message\":\"enough\"}}");
                });
                Supervisor client = client(fake)) {
            assertFails(
                    SandboxError.TOO_LARGE,
                    () -> client.put(new PutRequest(".", 1, 1), tar -> {
                        byte[] piece = new byte[1 << 20];
                        for (int i = 0; i < 64; i++) {
                            tar.write(piece);
                        }
                    }));
        }
    }

    @Test
    void interruptingTheCallerEndsTheCallOnly() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
                    wire.request();
                    asked.countDown();
                    wire.in().read();
                });
                Supervisor client = client(fake)) {
            AtomicReference<Throwable> seen = new AtomicReference<>();
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    client.await("s", Duration.ofMinutes(1));
                } catch (SandboxException interrupted) {
                    seen.set(interrupted);
                }
            });
            asked.await();
            caller.interrupt();
            await().untilAsserted(() -> assertThat(seen.get())
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.INTERRUPTED)));
        }
    }

    @Test
    void aSinkMayThrowAndItsExceptionArrives() throws IOException {
        try (FakeSupervisor fake = new FakeSupervisor((wire, n) -> {
                    wire.request();
                    wire.send(1, OK);
                    wire.send(4, "\0\0\0\0\0\0\0\0" + "\1" + "\0\0\0\0\0\0\0\0" + "text");
                    wire.send(3, "{\"next\":4,\"eof\":false}");
                });
                Supervisor client = client(fake)) {
            LogSink broken = new LogSink() {
                @Override
                public void bytes(long offset, Stream stream, Instant at, byte[] bytes) {
                    throw new IllegalStateException("no database");
                }

                @Override
                public void gap(long from, long to) {}
            };
            assertThatThrownBy(() -> client.readLog("s", 0, 10, Duration.ZERO, broken))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no database");
        }
    }

    @Test
    void whenNobodyListensTheHostsWordTellsLostFromSlow() {
        Path nowhere = Path.of("/tmp/holdfast-no-such.sock");
        assertFails(
                SandboxError.SUPERVISOR_UNREACHABLE,
                () -> SupervisorClient.at(nowhere, ID, Inspection.Running::new).hello());
        assertFails(
                SandboxError.SANDBOX_LOST,
                () -> SupervisorClient.at(nowhere, ID, Inspection.Absent::new).hello());
        assertFails(
                SandboxError.SANDBOX_LOST,
                () -> SupervisorClient.at(nowhere, ID, () -> new Inspection.Dead("killed", true))
                        .hello());
    }

    private static Supervisor client(FakeSupervisor fake) {
        return SupervisorClient.at(fake.socket(), ID, Inspection.Running::new);
    }

    private static void assertFails(SandboxError error, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.error()).isEqualTo(error));
    }
}
