package dev.holdfast.cli.tasks;

import dev.holdfast.contract.InvalidFieldException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads NAME=VALUE. */
final class Pairs {
    private Pairs() {}

    /** A name without a value takes the one that this process has; none at all is none there either. */
    static Map<String, String> environment(List<String> pairs, Map<String, String> own) {
        Map<String, String> read = new LinkedHashMap<>();
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            if (equals >= 0) {
                read.put(pair.substring(0, equals), pair.substring(equals + 1));
            } else if (own.containsKey(pair)) {
                read.put(pair, own.getOrDefault(pair, ""));
            }
        }
        return read;
    }

    static Map<String, String> labels(List<String> pairs) {
        Map<String, String> read = new LinkedHashMap<>();
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw new InvalidFieldException("label", "'" + pair + "' has no value; write NAME=VALUE");
            }
            read.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return read;
    }
}
