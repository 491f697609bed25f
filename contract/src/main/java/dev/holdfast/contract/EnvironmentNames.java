package dev.holdfast.contract;

import java.util.Map;
import java.util.regex.Pattern;

/** Which environment variables a caller may set. */
final class EnvironmentNames {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,255}");
    private static final int MAX_VALUE = 32 * 1024;

    private EnvironmentNames() {}

    static Map<String, String> checked(String field, Map<String, String> environment) {
        environment.forEach((name, value) -> {
            Require.matching(field, name, NAME, "a name of letters, digits and '_' that does not start with a digit");
            if (name.startsWith("HOLDFAST_")) {
                throw new InvalidFieldException(
                        field, "'" + name + "' is reserved: names of Holdfast's own start like this");
            }
            Require.noNul(field + "." + name, value);
            if (value.length() > MAX_VALUE) {
                throw new InvalidFieldException(
                        field + "." + name, value.length() + " characters are more than " + MAX_VALUE);
            }
        });
        return java.util.Collections.unmodifiableMap(new java.util.TreeMap<>(environment));
    }
}
