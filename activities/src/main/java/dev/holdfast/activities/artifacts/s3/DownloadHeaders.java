package dev.holdfast.activities.artifacts.s3;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Values of response headers made from what a task named its files: nothing in them may break out of the header. */
final class DownloadHeaders {
    private static final int LONGEST_NAME = 150;
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._";
    private static final Pattern CONTENT_TYPE =
            Pattern.compile("[A-Za-z0-9!#$&^_.+-]{1,64}/[A-Za-z0-9!#$&^_.+-]{1,64}(; ?charset=[A-Za-z0-9_-]{1,32})?");

    private DownloadHeaders() {}

    /** Both forms of the name: plain ASCII for old clients, RFC 5987 for the others. */
    static String disposition(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (name.isEmpty()) {
            name = "artifact";
        }
        int end = name.offsetByCodePoints(0, Math.min(LONGEST_NAME, name.codePointCount(0, name.length())));
        name = name.substring(0, end);
        return "attachment; filename=\"" + plain(name) + "\"; filename*=UTF-8''" + percentEncoded(name);
    }

    static String contentType(String given) {
        return CONTENT_TYPE.matcher(given).matches() ? given : "application/octet-stream";
    }

    private static String plain(String name) {
        StringBuilder plain = new StringBuilder();
        name.codePoints().forEach(c -> plain.appendCodePoint(PLAIN.indexOf(c) >= 0 ? c : '_'));
        return plain.toString();
    }

    private static String percentEncoded(String name) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            if (b >= 0 && PLAIN.indexOf(b) >= 0) {
                encoded.append((char) b);
            } else {
                encoded.append(String.format("%%%02X", b & 0xff));
            }
        }
        return encoded.toString();
    }
}
