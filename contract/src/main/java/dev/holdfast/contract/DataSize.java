package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes, written as {@code 512m}, {@code 256mb}, {@code 1g}, {@code 2gb}, {@code 1t} or {@code 512Mi}. */
public record DataSize(long bytes) implements Comparable<DataSize> {
    private static final Pattern WRITTEN = Pattern.compile("([1-9][0-9]{0,9})(m|mb|g|gb|t|tb|Mi|Gi|Ti)");
    private static final long MEBI = 1L << 20;

    public DataSize {
        if (bytes < 0) {
            throw new InvalidFieldException("size", bytes + " is negative");
        }
    }

    public static DataSize ofMebibytes(long mebibytes) {
        return new DataSize(Math.multiplyExact(mebibytes, MEBI));
    }

    public static DataSize ofGibibytes(long gibibytes) {
        return ofMebibytes(Math.multiplyExact(gibibytes, 1024));
    }

    /** Reads what a user wrote; {@code field} is named in the error. */
    public static DataSize parse(String field, String written) {
        Matcher matcher = WRITTEN.matcher(written);
        if (!matcher.matches()) {
            throw new InvalidFieldException(
                    field, "'" + written + "' is not a size; write it like 512m, 256mb, 1g, 2gb, 1t, 2tb or 512Mi");
        }
        long unit = switch (matcher.group(2).substring(0, 1).toLowerCase(Locale.ROOT)) {
            case "m" -> MEBI;
            case "g" -> MEBI << 10;
            default -> MEBI << 20;
        };
        try {
            return new DataSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), unit));
        } catch (ArithmeticException tooLarge) {
            throw new InvalidFieldException(field, "'" + written + "' is larger than this can count");
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static DataSize fromJson(String written) {
        return parse("size", written);
    }

    /** The shortest form that {@link #parse} reads back; sizes that are no whole number of mebibytes round up. */
    @JsonValue
    @Override
    public String toString() {
        long mebibytes = (bytes + MEBI - 1) / MEBI;
        if (mebibytes > 0 && mebibytes % (1 << 20) == 0) {
            return (mebibytes >> 20) + "t";
        }
        return mebibytes > 0 && mebibytes % 1024 == 0 ? (mebibytes >> 10) + "g" : mebibytes + "m";
    }

    @Override
    public int compareTo(DataSize other) {
        return Long.compare(bytes, other.bytes);
    }
}
