package dev.holdfast.activities.output;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Output as text that JSON and PostgreSQL accept: what is not UTF-8, and NUL, is escaped as {@code \xNN}. The raw bytes
 * are in the log.
 */
public final class VisibleText {
    private VisibleText() {}

    public static String of(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer input = ByteBuffer.wrap(bytes);
        CharBuffer decoded = CharBuffer.allocate(bytes.length + 1);
        StringBuilder text = new StringBuilder(bytes.length);
        while (true) {
            CoderResult result = decoder.decode(input, decoded, true);
            append(text, decoded.flip());
            decoded.clear();
            if (result.isUnderflow()) {
                return text.toString();
            }
            for (int i = 0; i < result.length(); i++) {
                escape(text, input.get());
            }
        }
    }

    private static void append(StringBuilder text, CharBuffer decoded) {
        for (int i = 0; i < decoded.length(); i++) {
            char c = decoded.charAt(i);
            if (c == 0) {
                escape(text, (byte) 0);
            } else {
                text.append(c);
            }
        }
    }

    private static void escape(StringBuilder text, byte value) {
        text.append(String.format("\\x%02x", value & 0xff));
    }
}
