package dev.holdfast.activities.artifacts.s3;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Stands between a client and a server on loopback and spoils what passes. */
public final class FaultyProxy implements AutoCloseable {
    private static final long FOREVER = Long.MAX_VALUE;

    private final ServerSocket listener;
    private final InetSocketAddress server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong uploadUntilCut = new AtomicLong(FOREVER);
    private final AtomicLong downloadUntilCut = new AtomicLong(FOREVER);
    private final AtomicInteger cutsLeft = new AtomicInteger();
    private volatile long uploadCut;
    private volatile long downloadCut;
    private volatile long bytesPerSecond = FOREVER;
    private volatile boolean refusing;
    private volatile boolean silent;
    final AtomicInteger connections = new AtomicInteger();

    public FaultyProxy(URI server) throws IOException {
        this.server = new InetSocketAddress(server.getHost(), server.getPort());
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    /** Every connection is closed as soon as it is made. */
    public void refuse() {
        refusing = true;
        closeAll();
    }

    /** Connections stay open and nothing passes. */
    void fallSilent() {
        silent = true;
    }

    public void recover() {
        refusing = false;
        silent = false;
        bytesPerSecond = FOREVER;
        uploadUntilCut.set(FOREVER);
        downloadUntilCut.set(FOREVER);
        closeAll();
    }

    /** After that many bytes sent to the server the connection breaks, that many times; each break needs as many bytes. */
    public void cutUploadsAfter(long bytes, int times) {
        cutsLeft.set(times);
        uploadUntilCut.set(bytes);
        this.uploadCut = bytes;
    }

    void cutDownloadsAfter(long bytes, int times) {
        cutsLeft.set(times);
        downloadUntilCut.set(bytes);
        this.downloadCut = bytes;
    }

    void slowDownTo(long newBytesPerSecond) {
        bytesPerSecond = newBytesPerSecond;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                connections.incrementAndGet();
                if (refusing) {
                    client.close();
                    continue;
                }
                Socket upstream = new Socket();
                upstream.connect(server);
                open.add(client);
                open.add(upstream);
                threads.execute(() -> pump(client, upstream, uploadUntilCut, () -> uploadCut));
                threads.execute(() -> pump(upstream, client, downloadUntilCut, () -> downloadCut));
            } catch (IOException closed) {
                // Either the listener was closed or this client has to come again.
            }
        }
    }

    private void pump(Socket from, Socket to, AtomicLong untilCut, LongSupplier cutAgainAfter) {
        byte[] piece = new byte[16 * 1024];
        try (from;
                to) {
            InputStream input = from.getInputStream();
            OutputStream output = to.getOutputStream();
            for (int count = input.read(piece); count >= 0; count = input.read(piece)) {
                while (silent) {
                    LockSupport.parkNanos(10_000_000);
                }
                if (bytesPerSecond != FOREVER) {
                    LockSupport.parkNanos(count * 1_000_000_000L / bytesPerSecond);
                }
                if (untilCut.get() != FOREVER && untilCut.addAndGet(-count) <= 0) {
                    boolean more = cutsLeft.decrementAndGet() > 0;
                    untilCut.set(more ? cutAgainAfter.getAsLong() : FOREVER);
                    output.write(piece, 0, count / 2);
                    return;
                }
                output.write(piece, 0, count);
            }
        } catch (IOException broken) {
            // The other side is closed with it.
        }
    }

    private void closeAll() {
        Set<Closeable> closing = Set.copyOf(open);
        open.removeAll(closing);
        for (Closeable socket : closing) {
            try {
                socket.close();
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
    }

    @Override
    public void close() throws IOException {
        silent = false;
        listener.close();
        closeAll();
        threads.shutdownNow();
    }
}
