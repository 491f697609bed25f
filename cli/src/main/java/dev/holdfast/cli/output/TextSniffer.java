package dev.holdfast.cli.output;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Tells text from everything else as other tools do: by the beginning, where text has no NUL and is UTF-8. */
final class TextSniffer {
    private TextSniffer() {}

    /** The beginning may end within a character. */
    static boolean isText(byte[] beginning) {
        for (byte b : beginning) {
            if (b == 0) {
                return false;
            }
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        return !decoder.decode(ByteBuffer.wrap(beginning), CharBuffer.allocate(beginning.length), false)
                .isError();
    }
}
