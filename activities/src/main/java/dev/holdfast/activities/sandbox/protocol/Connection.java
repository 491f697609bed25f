package dev.holdfast.activities.sandbox.protocol;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;

/** One stream of requests and answers, used by one thread at a time. */
final class Connection implements Closeable {
    private static final byte[] EMPTY_OBJECT = {'{', '}'};

    private final SocketChannel channel;
    private final FrameReader reader;
    private final boolean fresh;

    private Connection(SocketChannel channel, FrameReader reader, boolean fresh) {
        this.channel = channel;
        this.reader = reader;
        this.fresh = fresh;
    }

    static Connection open(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            return new Connection(channel, new FrameReader(channel), true);
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    /** The same connection after it has served a request. */
    Connection used() {
        return fresh ? new Connection(channel, reader, false) : this;
    }

    /** No request was sent on it yet; an idle one may have been closed by the other side meanwhile. */
    boolean fresh() {
        return fresh;
    }

    boolean open() {
        return channel.isOpen();
    }

    Watchdog watch(Duration allowed) {
        return new Watchdog(channel, allowed);
    }

    void sendJson(byte[] text) throws IOException {
        send(Frame.JSON, ByteBuffer.wrap(text));
    }

    void sendData(ByteBuffer bytes) throws IOException {
        send(Frame.DATA, bytes);
    }

    void sendEnd() throws IOException {
        send(Frame.END, ByteBuffer.wrap(EMPTY_OBJECT));
    }

    Frame receive() throws IOException {
        return reader.next();
    }

    private void send(byte kind, ByteBuffer payload) throws IOException {
        if (payload.remaining() > Frame.MAX_DATA) {
            throw new ProtocolViolation("a message of " + payload.remaining() + " bytes is larger than a frame can be");
        }
        ByteBuffer head =
                ByteBuffer.allocate(5).putInt(1 + payload.remaining()).put(kind).flip();
        ByteBuffer[] whole = {head, payload};
        while (payload.hasRemaining() || head.hasRemaining()) {
            channel.write(whole);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
