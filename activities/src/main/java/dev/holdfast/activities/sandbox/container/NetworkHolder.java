package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.home.SandboxHome;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A container of ours that moves to a new network namespace whenever it is asked to, and so has one for every sandbox that
 * is started. It belongs to the worker that holds its lock, which ends with that worker however it dies.
 */
final class NetworkHolder {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String SOCKET = "networks.sock";
    private static final String NAMESPACE = "net:[";

    private final SandboxHome home;
    private final String name;
    private final FileChannel lock;

    private NetworkHolder(SandboxHome home, String name, FileChannel lock) {
        this.home = home;
        this.name = name;
        this.lock = lock;
    }

    /** Empty when another worker, or another part of this one, has it. */
    static Optional<NetworkHolder> own(SandboxHome home, String name) throws IOException {
        Files.createDirectories(control(home, name));
        FileChannel file = FileChannel.open(lockFile(home, name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (locked(file) != null) {
            return Optional.of(new NetworkHolder(home, name, file));
        }
        file.close();
        return Optional.empty();
    }

    private static @Nullable FileLock locked(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException ours) {
            return null;
        }
    }

    String name() {
        return name;
    }

    Path control() {
        return control(home, name);
    }

    /** Returns when it has left the namespace it was in for a new one. */
    void renew() throws IOException {
        Path socket = home.shortened(control(), name).resolve(SOCKET);
        String answer = answer(UnixDomainSocketAddress.of(socket));
        if (!answer.startsWith(NAMESPACE)) {
            throw new IOException("network holder " + name + ": " + answer.strip());
        }
    }

    private static String answer(UnixDomainSocketAddress address) throws IOException {
        ByteBuffer answer = ByteBuffer.allocate(256);
        try (SocketChannel channel = SocketChannel.open(address);
                Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            do {
                if (selector.select(PATIENCE.toMillis()) == 0) {
                    throw new IOException("no answer within " + PATIENCE.toSeconds() + " s");
                }
                selector.selectedKeys().clear();
            } while (channel.read(answer) >= 0 && answer.hasRemaining());
        }
        return new String(answer.array(), 0, answer.position(), StandardCharsets.UTF_8);
    }

    /** Its container is gone. Whoever finds the lock file afterwards finds no container of that name. */
    void forget() throws IOException {
        home.unshorten(control(), name);
        Files.deleteIfExists(control().resolve(SOCKET));
        Files.deleteIfExists(control());
        Files.deleteIfExists(lockFile(home, name));
        leave();
    }

    /** Another worker may have it. */
    void leave() throws IOException {
        lock.close();
    }

    private static Path control(SandboxHome home, String name) {
        return home.root().resolve("holders").resolve(name);
    }

    private static Path lockFile(SandboxHome home, String name) {
        return home.root().resolve("holders").resolve(name + ".lock");
    }
}
