package dev.holdfast.contract;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** The checks that records share. */
public final class Require {
    private Require() {}

    static String matching(String field, String value, Pattern pattern, String expected) {
        if (!pattern.matcher(value).matches()) {
            throw new InvalidFieldException(field, "'" + shortened(value) + "' is not allowed; expected " + expected);
        }
        return value;
    }

    public static Duration positive(String field, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new InvalidFieldException(field, value + " is not a positive duration");
        }
        return value;
    }

    static void noNul(String field, String value) {
        if (value.indexOf('\0') >= 0) {
            throw new InvalidFieldException(field, "contains a NUL byte");
        }
    }

    /** One that stays below the workspace. */
    static void glob(String field, String glob) {
        noNul(field, glob);
        if (glob.isEmpty() || glob.length() > 4096) {
            throw new InvalidFieldException(field, "a glob has 1 to 4096 characters");
        }
        if (glob.startsWith("/") || List.of(glob.split("/", -1)).contains("..")) {
            throw new InvalidFieldException(field, "'" + glob + "' leaves the workspace; globs are relative to it");
        }
    }

    static String shortened(String value) {
        String visible = value.codePoints()
                .limit(60)
                .mapToObj(c -> Character.isISOControl(c) ? String.format("\\u%04x", c) : Character.toString(c))
                .reduce("", String::concat);
        return value.codePointCount(0, value.length()) > 60 ? visible + "…" : visible;
    }
}
