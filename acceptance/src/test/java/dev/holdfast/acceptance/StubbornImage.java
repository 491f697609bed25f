package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** An image with an entry point, a health check, a volume and a user of its own, and a program that is setuid root. */
final class StubbornImage {
    static final String NAME =
            "holdfast-acceptance-stubborn:" + ProcessHandle.current().pid();

    /** Prints the effective user. */
    static final String SETUID_PROGRAM = "/usr/local/bin/setuid-id";

    private StubbornImage() {}

    static void make() {
        String container = Shell.succeed(List.of(
                        "docker",
                        "run",
                        "-d",
                        "--network",
                        "none",
                        "debian:bookworm-slim",
                        "sh",
                        "-c",
                        "cp /usr/bin/id " + SETUID_PROGRAM + " && chmod 4755 " + SETUID_PROGRAM))
                .strip();
        try {
            Shell.succeed(List.of("docker", "wait", container));
            Shell.succeed(List.of(
                    "docker",
                    "commit",
                    "--change",
                    "ENTRYPOINT [\"/bin/false\"]",
                    "--change",
                    "HEALTHCHECK --interval=1s CMD touch /tmp/health-check-ran",
                    "--change",
                    "VOLUME /data",
                    "--change",
                    "USER nobody",
                    "--change",
                    "WORKDIR /data",
                    container,
                    NAME));
        } finally {
            Shell.succeed(List.of("docker", "rm", "-f", container));
        }
    }

    /** A worker that made containers of it without the engine keeps it a little longer. */
    static void remove(StackUnderTest stack) {
        await().atMost(StackUnderTest.EVENTUALLY)
                .pollInterval(Duration.ofSeconds(5))
                .untilAsserted(() -> {
                    assertThat(stack.holdfast("reap").exitCode()).isZero();
                    assertThat(Shell.run(List.of("docker", "rmi", NAME), Map.of())
                                    .exitCode())
                            .isZero();
                });
    }

    /** What the engine says of the containers that were made from it. */
    static String containers(String format) {
        String ids = Shell.succeed(List.of("docker", "ps", "-aq", "--filter", "ancestor=" + NAME))
                .strip();
        return ids.isEmpty() ? "" : Shell.succeed(List.of("docker", "inspect", "--format", format, ids));
    }
}
