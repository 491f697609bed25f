package dev.holdfast.activities.sandbox.protocol;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** Listens like a supervisor and does on each connection what the test says. */
final class FakeSupervisor implements AutoCloseable {
    private final Path directory;
    private final ServerSocketChannel listener;
    private final AtomicInteger connections = new AtomicInteger();

    FakeSupervisor(Behaviour behaviour) throws IOException {
        directory = Files.createTempDirectory("holdfast-fake");
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket()));
        Thread.ofVirtual().start(() -> accept(behaviour));
    }

    /** What happens on one connection; when it returns the connection is closed. */
    @FunctionalInterface
    interface Behaviour {
        void serve(Wire wire, int connection) throws Exception;
    }

    /** The other end of a connection. */
    record Wire(DataInputStream in, DataOutputStream out) {
        String request() throws IOException {
            byte[] body = new byte[in.readInt()];
            in.readFully(body);
            return new String(body, 1, body.length - 1, StandardCharsets.UTF_8);
        }

        void send(int kind, String text) throws IOException {
            byte[] payload = text.getBytes(StandardCharsets.UTF_8);
            out.writeInt(1 + payload.length);
            out.writeByte(kind);
            out.write(payload);
            out.flush();
        }
    }

    Path socket() {
        return directory.resolve("init.sock");
    }

    int connections() {
        return connections.get();
    }

    private void accept(Behaviour behaviour) {
        try {
            while (true) {
                SocketChannel channel = listener.accept();
                int number = connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(channel, behaviour, number));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private static void serve(SocketChannel channel, Behaviour behaviour, int number) {
        try (channel) {
            behaviour.serve(
                    new Wire(
                            new DataInputStream(Channels.newInputStream(channel)),
                            new DataOutputStream(Channels.newOutputStream(channel))),
                    number);
        } catch (Exception clientIsGone) {
            // The test looks at the client's side.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        Files.deleteIfExists(socket());
        Files.delete(directory);
    }
}
