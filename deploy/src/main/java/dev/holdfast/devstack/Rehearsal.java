package dev.holdfast.devstack;

import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StateFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.gaul.s3proxy.S3Proxy;

/**
 * What the launcher runs once after a build, so that the JVM keeps the classes that the stack and its S3 server need (see
 * {@code ./holdfast}). It works in a temporary directory, talks only to itself and leaves nothing behind.
 */
final class Rehearsal {
    private Rehearsal() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("holdfast-rehearsal");
        try {
            rehearse(new StackHome(directory));
        } finally {
            PostgresFiles.delete(directory);
        }
    }

    private static void rehearse(StackHome home) throws Exception {
        Map<String, String> freePorts = new HashMap<>();
        for (PortName name : PortName.values()) {
            freePorts.put(name.variable(), "0");
        }
        StackConfiguration stack = StackConfiguration.from(home.directory(), home, freePorts, port -> false);
        Progress progress = new Progress(System.out);
        S3Part part = new S3Part(stack);
        new SupervisedPart(part, home, new StateBoard(new StateFile(home)), progress);
        new StateFile(home).read();
        S3Proxy server = S3Server.started(part.prepare(progress).environment());
        progress.line("s3", part.isReady() ? "answers" : "does not answer");
        server.stop();
        progress.line("postgres", new PostgresPart(stack).isReady() ? "answers" : "does not answer, as expected");
    }
}
