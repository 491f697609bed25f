package dev.holdfast.lab.chaos;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One connection through a {@link FaultProxy}: two pumps that look at the proxy's mode before they write. */
final class ProxiedConnection implements AutoCloseable {
    private static final int PIECE = 16 * 1024;
    private static final long SLOWNESS_MS = 20;
    private static final long LOOK_AGAIN_MS = 50;
    /** So much passes before a connection breaks; the parts of an upload are larger. */
    private static final long CUT_AFTER = 1024 * 1024;

    private final FaultProxy proxy;
    private final SocketChannel client;
    private final SocketChannel server;
    private final Consumer<ProxiedConnection> ended;
    private final AtomicInteger open = new AtomicInteger(2);
    private volatile @Nullable Trap held;

    ProxiedConnection(FaultProxy proxy, SocketChannel client, SocketChannel server, Consumer<ProxiedConnection> ended) {
        this.proxy = proxy;
        this.client = client;
        this.server = server;
        this.ended = ended;
    }

    void start() {
        Thread.ofVirtual().start(() -> pump(client, server, true));
        Thread.ofVirtual().start(() -> pump(server, client, false));
    }

    private void pump(SocketChannel from, SocketChannel to, boolean isRequest) {
        ByteBuffer piece = ByteBuffer.allocate(PIECE);
        long passed = 0;
        try {
            while (from.read(piece.clear()) >= 0) {
                piece.flip();
                if (isRequest) {
                    look(piece);
                } else {
                    hold();
                }
                misbehave(isRequest, passed);
                passed += piece.remaining();
                while (piece.hasRemaining()) {
                    to.write(piece);
                }
            }
            to.shutdownOutput();
        } catch (IOException broken) {
            close();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            close();
        } finally {
            if (open.decrementAndGet() == 0) {
                close();
            }
        }
    }

    private void look(ByteBuffer piece) {
        Trap trap = proxy.trap();
        if (trap != null
                && trap.catches(
                        StandardCharsets.ISO_8859_1.decode(piece.duplicate()).toString())) {
            held = trap;
        }
    }

    private void hold() throws InterruptedException {
        Trap trap = held;
        if (trap != null) {
            trap.awaitOpening();
            held = null;
        }
    }

    private void misbehave(boolean isRequest, long passed) throws IOException, InterruptedException {
        while (proxy.mode() == FaultProxy.Mode.HANG) {
            proxy.harm();
            Thread.sleep(LOOK_AGAIN_MS);
        }
        if (proxy.mode() == FaultProxy.Mode.SLOW) {
            proxy.harm();
            Thread.sleep(SLOWNESS_MS);
        }
        if (proxy.mode() == FaultProxy.Mode.CUT && isRequest && passed > CUT_AFTER) {
            proxy.harm();
            throw new IOException("cut");
        }
    }

    @Override
    public void close() {
        ended.accept(this);
        for (SocketChannel side : new SocketChannel[] {client, server}) {
            try {
                side.close();
            } catch (IOException gone) {
                // closed is closed
            }
        }
    }
}
