package dev.holdfast.activities.secrets.masking;

/** Reads one stream, in pieces of any size, and reports where secrets are. */
final class StreamScan {
    /** Learns of each part of the stream that is to be masked; parts may overlap and lie before the piece just read. */
    interface Found {
        void mask(long from, long to);
    }

    private final Cursor plain;
    private final Cursor breakable;
    private final Found found;
    private long position;

    StreamScan(PatternTree plain, PatternTree breakable, Found found) {
        this.plain = new Cursor(plain);
        this.breakable = new Cursor(breakable);
        this.found = found;
    }

    void read(byte[] bytes) {
        for (byte value : bytes) {
            plain.take(value);
            if (value != '\n' && value != '\r') {
                breakable.take(value);
            }
            position++;
        }
    }

    /** How far the stream has been read. */
    long position() {
        return position;
    }

    /** Before this, nothing can become part of a secret any more. */
    long decidedUpTo() {
        return Math.min(plain.openFrom(), breakable.openFrom());
    }

    /** What was read last and what comes next do not belong together. */
    void breakOff() {
        plain.state = PatternTree.ROOT;
        breakable.state = PatternTree.ROOT;
    }

    /** One automaton on its way, which remembers where the last bytes stood that it was given. */
    private final class Cursor {
        private final PatternTree tree;
        private final long[] positions;
        private long taken;
        private int state = PatternTree.ROOT;

        Cursor(PatternTree tree) {
            this.tree = tree;
            this.positions = new long[Math.max(1, tree.longestPattern())];
        }

        void take(byte value) {
            positions[(int) (taken++ % positions.length)] = position;
            state = tree.next(state, value);
            int length = tree.longestMatch(state);
            if (length > 0) {
                found.mask(positionOfLast(length), position + 1);
            }
        }

        long openFrom() {
            int depth = tree.depth(state);
            return depth == 0 ? position : positionOfLast(depth);
        }

        private long positionOfLast(int count) {
            return positions[(int) ((taken - count) % positions.length)];
        }
    }
}
