package dev.holdfast.lab.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Stands between a worker and one thing that it needs, on loopback or a unix socket, and misbehaves when told to. */
final class FaultProxy implements AutoCloseable {
    /** What happens to bytes. */
    enum Mode {
        PASS,
        /** Connections are closed, old and new ones. */
        REFUSE,
        /** Connections stay, but nothing passes. */
        HANG,
        /** Everything passes, late. */
        SLOW,
        /** A connection breaks in the middle of what the client sends. */
        CUT
    }

    private final ServerSocketChannel server;
    private final SocketAddress target;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile Mode mode = Mode.PASS;
    private volatile @Nullable Trap trap;
    private volatile boolean harmed;

    private FaultProxy(ServerSocketChannel server, SocketAddress target) {
        this.server = server;
        this.target = target;
        Thread.ofVirtual().name("proxy of " + target).start(this::accept);
    }

    static FaultProxy toPort(int port) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(loopback, 0));
        return new FaultProxy(server, new InetSocketAddress(loopback, port));
    }

    static FaultProxy toSocket(Path socket, Path own) throws IOException {
        ServerSocketChannel server =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(own));
        return new FaultProxy(server, UnixDomainSocketAddress.of(socket));
    }

    int port() {
        try {
            return ((InetSocketAddress) server.getLocalAddress()).getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Mode mode() {
        return mode;
    }

    void mode(Mode next) {
        mode = next;
        harmed = false;
        if (next == Mode.REFUSE) {
            connections.forEach(ProxiedConnection::close);
        }
    }

    /** Something was asked for while it misbehaved, since it was last told to. */
    boolean harmed() {
        return harmed;
    }

    void harm() {
        harmed = true;
    }

    /** Holds back the answer to the next request that fits. */
    Trap trap(String request) {
        Trap next = new Trap(Pattern.compile(request));
        trap = next;
        return next;
    }

    @Nullable Trap trap() {
        return trap;
    }

    void heal() {
        Trap old = trap;
        trap = null;
        mode = Mode.PASS;
        if (old != null) {
            old.open();
        }
    }

    private void accept() {
        while (server.isOpen()) {
            try {
                begin(server.accept());
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void begin(SocketChannel client) throws IOException {
        if (mode == Mode.REFUSE) {
            harm();
            client.close();
            return;
        }
        SocketChannel upstream;
        try {
            upstream = target instanceof UnixDomainSocketAddress
                    ? SocketChannel.open(StandardProtocolFamily.UNIX)
                    : SocketChannel.open();
            upstream.connect(target);
        } catch (IOException targetIsDown) {
            client.close();
            return;
        }
        ProxiedConnection connection = new ProxiedConnection(this, client, upstream, connections::remove);
        connections.add(connection);
        connection.start();
    }

    @Override
    public void close() {
        heal();
        try {
            server.close();
        } catch (IOException gone) {
            // nothing listens any more, which is what was wanted
        }
        connections.forEach(ProxiedConnection::close);
    }
}
