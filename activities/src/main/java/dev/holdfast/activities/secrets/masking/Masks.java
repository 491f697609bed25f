package dev.holdfast.activities.secrets.masking;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** What is to be masked, ready to be looked for in any number of streams. */
public final class Masks {
    public static final Masks NONE = of(List.of());

    /** Long forms are looked for in pieces, so that a part of them does not show either and little is held back. */
    private static final int PIECE = 64;

    private final PatternTree plain;
    private final PatternTree breakable;
    private final List<byte[]> patterns;

    private Masks(List<byte[]> plain, List<byte[]> breakable) {
        this.plain = new PatternTree(plain);
        this.breakable = new PatternTree(breakable);
        this.patterns = Stream.concat(plain.stream(), breakable.stream()).toList();
    }

    public static Masks of(Collection<byte[]> secrets) {
        List<byte[]> plain = new ArrayList<>();
        List<byte[]> breakable = new ArrayList<>();
        for (byte[] secret : secrets) {
            SecretForms.plain(secret).forEach(form -> cut(form, plain));
            SecretForms.breakable(secret).forEach(form -> cut(form, breakable));
        }
        return new Masks(plain, breakable);
    }

    public boolean isEmpty() {
        return plain.isEmpty() && breakable.isEmpty();
    }

    /** The text with every form of every secret replaced. */
    public String masked(String text) {
        if (isEmpty()) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        scan((from, to) -> Arrays.fill(bytes, (int) from, (int) to, (byte) '*')).read(bytes.clone());
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** How many of these first bytes are the end of a secret whose beginning was lost; 0 when fewer than that tell anything. */
    int endOfASecret(byte[] bytes, int telling) {
        int longest = 0;
        for (byte[] pattern : patterns) {
            for (int length = Math.min(pattern.length - 1, bytes.length);
                    length >= telling && length > longest;
                    length--) {
                if (Arrays.equals(pattern, pattern.length - length, pattern.length, bytes, 0, length)) {
                    longest = length;
                }
            }
        }
        return longest;
    }

    StreamScan scan(StreamScan.Found found) {
        return new StreamScan(plain, breakable, found);
    }

    private static void cut(byte[] form, List<byte[]> pieces) {
        for (int from = 0; from < form.length; from += PIECE) {
            // The last piece overlaps the one before rather than being too short to be told from anything else.
            int start = Math.max(0, Math.min(from, form.length - PIECE));
            pieces.add(Arrays.copyOfRange(form, start, Math.min(form.length, start + PIECE)));
        }
    }
}
