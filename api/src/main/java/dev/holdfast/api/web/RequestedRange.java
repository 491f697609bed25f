package dev.holdfast.api.web;

import dev.holdfast.activities.artifacts.ByteRange;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The part of a file that a Range header asks for. Anything but one plain range means the whole file, as RFC 9110
 * allows.
 */
record RequestedRange(ByteRange range, boolean partial) {
    private static final Pattern FROM = Pattern.compile("bytes=([0-9]{1,18})-([0-9]{0,18})");
    private static final Pattern LAST = Pattern.compile("bytes=-([0-9]{1,18})");

    /** Empty when the range holds no byte of the file. */
    static Optional<RequestedRange> of(@Nullable String header, long size) {
        String written = header == null ? "" : header.strip();
        Matcher from = FROM.matcher(written);
        if (from.matches()) {
            long first = Long.parseLong(from.group(1));
            long last = from.group(2).isEmpty() ? size - 1 : Long.parseLong(from.group(2));
            return last < first && !from.group(2).isEmpty() ? whole(size) : part(first, last, size);
        }
        Matcher last = LAST.matcher(written);
        return last.matches() ? part(Math.max(0, size - Long.parseLong(last.group(1))), size - 1, size) : whole(size);
    }

    private static Optional<RequestedRange> whole(long size) {
        return Optional.of(new RequestedRange(new ByteRange(0, size), false));
    }

    private static Optional<RequestedRange> part(long first, long last, long size) {
        if (first >= size) {
            return Optional.empty();
        }
        long end = Math.min(last, size - 1);
        return Optional.of(new RequestedRange(new ByteRange(first, end - first + 1), true));
    }

    String contentRange(long size) {
        return "bytes " + range.offset() + "-" + (range.offset() + range.length() - 1) + "/" + size;
    }
}
