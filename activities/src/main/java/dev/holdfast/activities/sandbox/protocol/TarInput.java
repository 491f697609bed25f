package dev.holdfast.activities.sandbox.protocol;

import dev.holdfast.activities.sandbox.GetReport;
import dev.holdfast.activities.sandbox.protocol.DataOutput.ConnectionFailure;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The data frames of an answer as one stream; what follows them is the report. */
final class TarInput extends InputStream {
    private final Exchange exchange;
    private byte[] piece = new byte[0];
    private int position;
    private @Nullable GetReport report;

    TarInput(Exchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public int read() throws IOException {
        return fill() ? piece[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, piece.length - position);
        System.arraycopy(piece, position, into, offset, count);
        position += count;
        return count;
    }

    @Override
    public int available() {
        return piece.length - position;
    }

    /** Passes over what the caller did not read. */
    GetReport drain() throws IOException {
        while (fill()) {
            position = piece.length;
        }
        return Objects.requireNonNull(report);
    }

    private boolean fill() throws IOException {
        try {
            while (position == piece.length && report == null) {
                switch (exchange.receive()) {
                    case Frame.Data data -> {
                        piece = data.bytes();
                        position = 0;
                    }
                    case Frame.End end -> report = Messages.end(end.text(), GetReport.class);
                    case Frame frame -> throw Exchange.unexpected(frame);
                }
            }
        } catch (IOException lost) {
            throw new ConnectionFailure(lost);
        }
        return position < piece.length;
    }
}
