package dev.holdfast.activities.secrets.masking;

import dev.holdfast.activities.sandbox.LogSink;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Puts stars in the place of secrets, byte for byte, so that offsets stay true. What may be the beginning of a secret is
 * held back, together with all that came behind it, until it is known.
 */
public final class MaskingSink implements LogSink {
    /** So much may wait; then the piece that could not be decided is masked and everything goes on. */
    private static final int MOST_HELD = 1 << 20;

    /** A beginning that is shorter tells nobody anything. */
    private static final int TELLING = 4;

    private static final byte STAR = '*';

    private final LogSink target;
    private final Masks masks;
    private final Map<Stream, StreamState> streams = new EnumMap<>(Stream.class);
    private final Deque<Piece> waiting = new ArrayDeque<>();
    private long next;
    private long held;

    /** @param from the offset of the first byte to come */
    public MaskingSink(LogSink target, long from, Masks masks) {
        this.target = target;
        this.next = from;
        this.masks = masks;
    }

    /** The offset behind what was received, also of what is held back. */
    public long next() {
        return next;
    }

    @Override
    public void bytes(long offset, Stream stream, Instant at, byte[] bytes) {
        next = offset + bytes.length;
        if (masks.isEmpty()) {
            target.bytes(offset, stream, at, bytes);
            return;
        }
        StreamState state = streams.computeIfAbsent(stream, StreamState::new);
        Piece piece = new Piece(state, offset, at, bytes.clone(), state.scan.position());
        waiting.add(piece);
        state.pieces.add(piece);
        held += bytes.length;
        state.read(bytes);
        release();
        while (held > MOST_HELD) {
            waiting.getFirst().stream.giveUp();
            release();
        }
    }

    @Override
    public void gap(long from, long to) {
        finish();
        streams.values().forEach(StreamState::afterAGap);
        next = to;
        target.gap(from, to);
    }

    /** Nothing follows, or not what would have followed: hands over what was held back. */
    public void finish() {
        streams.values().forEach(StreamState::giveUp);
        release();
    }

    private void release() {
        while (!waiting.isEmpty()) {
            Piece piece = waiting.getFirst();
            int decided = piece.decided();
            if (decided > piece.done) {
                target.bytes(
                        piece.offset + piece.done,
                        piece.stream.stream,
                        piece.at,
                        Arrays.copyOfRange(piece.bytes, piece.done, decided));
                held -= decided - piece.done;
                piece.done = decided;
            }
            if (piece.done < piece.bytes.length) {
                return;
            }
            waiting.removeFirst();
            piece.stream.pieces.removeFirst();
        }
    }

    /** One of the streams whose bytes come mixed. */
    private final class StreamState {
        private final Stream stream;
        private final StreamScan scan = masks.scan(this::mask);
        private final Deque<Piece> pieces = new ArrayDeque<>();
        private long givenUp;
        private boolean afterGap;

        StreamState(Stream stream) {
            this.stream = stream;
        }

        long decidedUpTo() {
            return Math.max(givenUp, scan.decidedUpTo());
        }

        void read(byte[] bytes) {
            if (afterGap) {
                int rest = masks.endOfASecret(bytes, TELLING);
                mask(scan.position(), scan.position() + rest);
                afterGap = false;
            }
            scan.read(bytes);
        }

        void afterAGap() {
            scan.breakOff();
            afterGap = true;
        }

        /** The beginning of a secret whose end will not come, or not soon. */
        void giveUp() {
            long open = decidedUpTo();
            if (scan.position() - open >= TELLING) {
                mask(open, scan.position());
            }
            givenUp = scan.position();
        }

        private void mask(long from, long to) {
            for (Iterator<Piece> latest = pieces.descendingIterator(); latest.hasNext(); ) {
                Piece piece = latest.next();
                piece.mask(from, to);
                if (piece.begin <= from) {
                    return;
                }
            }
        }
    }

    private static final class Piece {
        private final StreamState stream;
        private final long offset;
        private final Instant at;
        private final byte[] bytes;
        private final long begin;
        private int done;

        Piece(StreamState stream, long offset, Instant at, byte[] bytes, long begin) {
            this.stream = stream;
            this.offset = offset;
            this.at = at;
            this.bytes = bytes;
            this.begin = begin;
        }

        int decided() {
            return (int) Math.min(bytes.length, Math.max(done, stream.decidedUpTo() - begin));
        }

        /** Line breaks stay: a secret in several lines is several lines of stars. */
        void mask(long from, long to) {
            int first = (int) Math.max(0, from - begin);
            int behind = (int) Math.min(bytes.length, to - begin);
            for (int i = first; i < behind; i++) {
                if (bytes[i] != '\n' && bytes[i] != '\r') {
                    bytes[i] = STAR;
                }
            }
        }
    }
}
