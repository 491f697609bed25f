package dev.holdfast.activities.secrets.masking;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How a secret may look in output: as it is, line by line, and in the encodings that programs use. */
final class SecretForms {
    /** What is shorter is found everywhere. */
    static final int SHORTEST = 4;

    private static final int SHORTEST_LINE = 6;
    private static final String UNRESERVED = "-._~";

    private SecretForms() {}

    /** Forms in which a line break would be another form. */
    static List<byte[]> plain(byte[] secret) {
        List<byte[]> forms = new ArrayList<>();
        forms.add(secret);
        lines(secret).forEach(forms::add);
        for (String safe :
                List.of(UNRESERVED, UNRESERVED + "/", UNRESERVED + "!*'()", UNRESERVED + "!*'();/?:@&=+$,#")) {
            forms.add(percent(secret, safe, true, false));
            forms.add(percent(secret, safe, false, false));
        }
        forms.add(percent(secret, "-._*", true, true));
        text(secret).ifPresent(text -> {
            for (Escapes escapes : Escapes.values()) {
                forms.add(json(text, escapes).getBytes(StandardCharsets.UTF_8));
            }
        });
        return longEnough(forms);
    }

    /** Forms that tools break into lines anywhere. */
    static List<byte[]> breakable(byte[] secret) {
        List<byte[]> forms = new ArrayList<>();
        for (int offset = 0; offset < 3; offset++) {
            forms.add(base64(secret, offset, Base64.getEncoder()));
            forms.add(base64(secret, offset, Base64.getUrlEncoder()));
        }
        String hex = HexFormat.of().formatHex(secret);
        forms.add(hex.getBytes(StandardCharsets.US_ASCII));
        forms.add(hex.toUpperCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII));
        return longEnough(forms);
    }

    private static List<byte[]> longEnough(List<byte[]> forms) {
        return forms.stream().filter(form -> form.length >= SHORTEST).toList();
    }

    /** A key is often shown line by line; its frame is no secret and stands around every key. */
    private static List<byte[]> lines(byte[] secret) {
        return text(secret).stream()
                .flatMap(String::lines)
                .map(String::strip)
                .filter(line -> line.length() >= SHORTEST_LINE && !line.startsWith("-----"))
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** What every base64 text has in common that holds the secret behind so many bytes (modulo 3) of anything. */
    private static byte[] base64(byte[] secret, int offset, Base64.Encoder encoder) {
        byte[] shifted = new byte[offset + secret.length];
        System.arraycopy(secret, 0, shifted, offset, secret.length);
        byte[] encoded = encoder.withoutPadding().encode(shifted);
        int from = offset == 0 ? 0 : offset + 1;
        int to = shifted.length * 8 / 6;
        return from >= to ? new byte[0] : java.util.Arrays.copyOfRange(encoded, from, to);
    }

    private static byte[] percent(byte[] secret, String safe, boolean upperCase, boolean plusForBlank) {
        HexFormat hex = upperCase ? HexFormat.of().withUpperCase() : HexFormat.of();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte value : secret) {
            boolean letterOrDigit = value > 0 && value < 0x7f && Character.isLetterOrDigit(value);
            if (letterOrDigit || (value > 0 && safe.indexOf(value) >= 0)) {
                out.write(value);
            } else if (plusForBlank && value == ' ') {
                out.write('+');
            } else {
                out.write('%');
                out.writeBytes(hex.toHexDigits(value).getBytes(StandardCharsets.US_ASCII));
            }
        }
        return out.toByteArray();
    }

    /** What writers of JSON escape beyond what they must. */
    private enum Escapes {
        LEAST,
        SLASHES,
        ASCII_ONLY,
        ASCII_ONLY_UPPER,
        FOR_HTML
    }

    private static String json(String text, Escapes escapes) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                default -> out.append(escaped(c, escapes));
            }
        }
        return out.toString();
    }

    private static String escaped(char c, Escapes escapes) {
        boolean needed = c < 0x20
                || switch (escapes) {
                    case LEAST -> false;
                    case SLASHES -> c == '/';
                    case ASCII_ONLY, ASCII_ONLY_UPPER -> c > 0x7e;
                    case FOR_HTML -> c == '<' || c == '>' || c == '&' || c == '\'' || c > 0x7e;
                };
        if (!needed) {
            return String.valueOf(c);
        }
        if (c == '/') {
            return "\\/";
        }
        return String.format(escapes == Escapes.ASCII_ONLY_UPPER ? "\\u%04X" : "\\u%04x", (int) c);
    }

    private static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException binary) {
            return Optional.empty();
        }
    }
}
