package dev.holdfast.acceptance;

import java.util.List;

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

    static void remove() {
        Shell.succeed(List.of("docker", "rmi", NAME));
    }

    /** What the engine says of the containers that were made from it. */
    static String containers(String format) {
        String ids = Shell.succeed(List.of("docker", "ps", "-aq", "--filter", "ancestor=" + NAME))
                .strip();
        return ids.isEmpty() ? "" : Shell.succeed(List.of("docker", "inspect", "--format", format, ids));
    }
}
