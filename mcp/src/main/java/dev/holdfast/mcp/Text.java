package dev.holdfast.mcp;

import dev.holdfast.contract.Utf8;
import java.util.Arrays;

/** Bytes that may be text. */
final class Text {
    private static final int LONGEST_CHARACTER = 4;

    private Text() {}

    /** What a limit cut from a text may end in the midst of a character, which then belongs to the next part. */
    static byte[] withoutHalfACharacter(byte[] bytes) {
        for (int cut = 0; cut < LONGEST_CHARACTER && cut < bytes.length; cut++) {
            byte[] shorter = Arrays.copyOf(bytes, bytes.length - cut);
            if (Utf8.whole(shorter) != null) {
                return shorter;
            }
        }
        return bytes;
    }
}
