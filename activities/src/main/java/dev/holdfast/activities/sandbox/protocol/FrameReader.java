package dev.holdfast.activities.sandbox.protocol;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** Takes frames off a channel. A length is checked before room is made for it. */
final class FrameReader {
    private static final int INITIAL = 64 * 1024;

    private final ReadableByteChannel channel;
    private ByteBuffer buffer = ByteBuffer.allocate(INITIAL).flip();

    FrameReader(ReadableByteChannel channel) {
        this.channel = channel;
    }

    /** The next frame; {@link EOFException} when the other side is gone. */
    Frame next() throws IOException {
        require(Integer.BYTES);
        int length = buffer.getInt();
        if (length < 1 || length > Frame.MAX_LENGTH) {
            throw new ProtocolViolation("a frame's length is " + Integer.toUnsignedString(length) + ", at most "
                    + Frame.MAX_LENGTH + " and at least 1 is allowed");
        }
        require(length);
        ByteBuffer body = buffer.slice(buffer.position(), length);
        buffer.position(buffer.position() + length);
        return Frame.decode(body);
    }

    private void require(int bytes) throws IOException {
        if (buffer.remaining() >= bytes) {
            return;
        }
        if (buffer.capacity() < bytes) {
            buffer = ByteBuffer.allocate(Frame.MAX_LENGTH + Integer.BYTES).put(buffer);
        } else {
            buffer.compact();
        }
        while (buffer.position() < bytes) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the supervisor closed the connection");
            }
        }
        buffer.flip();
    }
}
