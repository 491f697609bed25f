package dev.holdfast.mcp;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes that may be text. */
final class Text {
    private static final int LONGEST_CHARACTER = 4;

    private Text() {}

    /** Null when they are not whole UTF-8. */
    static @Nullable String of(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            return null;
        }
    }

    /** What a limit cut from a text may end in the midst of a character, which then belongs to the next part. */
    static byte[] withoutHalfACharacter(byte[] bytes) {
        for (int cut = 0; cut < LONGEST_CHARACTER && cut < bytes.length; cut++) {
            byte[] shorter = Arrays.copyOf(bytes, bytes.length - cut);
            if (of(shorter) != null) {
                return shorter;
            }
        }
        return bytes;
    }
}
