package dev.holdfast.cli.output;

import java.io.ByteArrayOutputStream;

/**
 * Takes escape sequences out of what commands wrote, because a terminal obeys them: they can hide lines, write to the
 * clipboard, or change keys. Belongs to one stream; sequences may be split over any number of pieces.
 */
public final class OutputGuard {
    private static final int ESCAPE = 0x1b;
    private static final int BELL = 0x07;
    private static final int C1_LEAD = 0xc2;
    /** No colour is longer; a sequence that is cannot make output disappear. */
    private static final int LONGEST_SEQUENCE = 64;

    private static final int LONGEST_STRING = 4096;

    private final Mode mode;
    private final ByteArrayOutputStream sequence = new ByteArrayOutputStream();
    private State state = State.TEXT;
    private int stringLength;
    private boolean binary;
    private boolean begun;

    /** Where the output goes. */
    public enum Mode {
        /** A terminal: colours stay, everything else that a terminal obeys goes. */
        TERMINAL,
        /** The same for somebody who wants no colours. */
        COLOURLESS_TERMINAL,
        /** A pipe or file: all escape sequences go, unless the output is no text at all. */
        FILE,
        /**
         * A terminal that somebody works at: what moves the cursor and draws stays; what reaches beyond the screen, such as
         * the clipboard, the title or the terminal's own questions, goes.
         */
        INTERACTIVE,
        /** As asked for by {@code --raw}: byte for byte. */
        RAW
    }

    private enum State {
        TEXT,
        ESCAPED,
        INTERMEDIATE,
        CONTROL,
        STRING,
        STRING_ESCAPED,
        C1
    }

    public OutputGuard(Mode mode) {
        this.mode = mode;
    }

    public byte[] filter(byte[] bytes) {
        if (!begun && bytes.length > 0) {
            begun = true;
            binary = mode == Mode.FILE && !TextSniffer.isText(bytes);
        }
        if (mode == Mode.RAW || binary) {
            return bytes;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
        for (byte b : bytes) {
            accept(b & 0xff, out);
        }
        return out.toByteArray();
    }

    private void accept(int b, ByteArrayOutputStream out) {
        switch (state) {
            case TEXT -> text(b, out);
            case C1 -> c1(b, out);
            case ESCAPED -> escaped(b, out);
            case INTERMEDIATE -> intermediate(b, out);
            case CONTROL -> control(b, out);
            case STRING -> string(b, out);
            case STRING_ESCAPED -> {
                state = State.TEXT;
                if (b != '\\') {
                    escaped(b, out);
                }
            }
        }
    }

    private void text(int b, ByteArrayOutputStream out) {
        if (b == ESCAPE) {
            state = State.ESCAPED;
        } else if (mode != Mode.FILE && b == C1_LEAD) {
            state = State.C1;
        } else if (isVisible(b) || !(mode == Mode.TERMINAL || mode == Mode.COLOURLESS_TERMINAL)) {
            out.write(b);
        }
    }

    private static boolean isVisible(int b) {
        return (b >= 0x20 && b != 0x7f) || b == '\n' || b == '\r' || b == '\t';
    }

    /** U+0080 to U+009F are one-character forms of the sequences below; some terminals obey them. */
    private void c1(int b, ByteArrayOutputStream out) {
        state = State.TEXT;
        if (b >= 0x80 && b <= 0x9f) {
            return;
        }
        out.write(C1_LEAD);
        text(b, out);
    }

    private void escaped(int b, ByteArrayOutputStream out) {
        sequence.reset();
        stringLength = 0;
        switch (b) {
            case '[' -> state = State.CONTROL;
            case ']', 'P', 'X', '^', '_' -> state = State.STRING;
            case ESCAPE -> state = State.ESCAPED;
            default -> {
                if (mode == Mode.INTERACTIVE) {
                    out.write(ESCAPE);
                }
                intermediate(b, out);
            }
        }
    }

    private void intermediate(int b, ByteArrayOutputStream out) {
        if (mode == Mode.INTERACTIVE) {
            out.write(b);
        }
        state = b >= 0x20 && b <= 0x2f ? State.INTERMEDIATE : State.TEXT;
    }

    private void control(int b, ByteArrayOutputStream out) {
        if (b == ESCAPE) {
            state = State.ESCAPED;
        } else if (b >= 0x40 && b <= 0x7e) {
            state = State.TEXT;
            if (mode == Mode.INTERACTIVE || (b == 'm' && mode == Mode.TERMINAL)) {
                out.write(ESCAPE);
                out.write('[');
                out.writeBytes(sequence.toByteArray());
                out.write(b);
            }
        } else if (b < 0x20 || b > 0x3f || sequence.size() == LONGEST_SEQUENCE) {
            state = State.TEXT;
            text(b, out);
        } else {
            sequence.write(b);
        }
    }

    /** Ends at its terminator, at a line break, or when it is too long: it must not swallow the rest of the output. */
    private void string(int b, ByteArrayOutputStream out) {
        if (b == ESCAPE) {
            state = State.STRING_ESCAPED;
        } else if (b == BELL) {
            state = State.TEXT;
        } else if (b == '\n' || ++stringLength > LONGEST_STRING) {
            state = State.TEXT;
            text(b, out);
        }
    }
}
