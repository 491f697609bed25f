package dev.holdfast.activities.secrets;

import dev.holdfast.contract.InvalidFieldException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** What can be a secret, and what looks like one. */
public final class SecretRules {
    /** What is shorter cannot be masked: it would be found everywhere. */
    public static final int SHORTEST = 4;

    public static final int LONGEST = 16 * 1024;

    private static final int SHORTEST_PLAIN = 6;
    private static final Pattern TELLING_NAME =
            Pattern.compile("(.*_)?(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|CREDENTIALS?|AUTH|APIKEY"
                    + "|(API|ACCESS|PRIVATE|SECRET|SIGNING|ENCRYPTION|ACCOUNT)_?KEY)(_.*)?");

    private SecretRules() {}

    public static void check(String field, byte[] value) {
        if (value.length < SHORTEST) {
            throw new InvalidFieldException(
                    field, "has fewer than " + SHORTEST + " bytes and could not be masked in the output of tasks");
        }
        if (value.length > LONGEST) {
            throw new InvalidFieldException(field, "has more than " + LONGEST + " bytes; give it as a file");
        }
        for (byte each : value) {
            if (each == 0) {
                throw new InvalidFieldException(field, "contains a NUL byte; give it base64-encoded");
            }
        }
    }

    /** A variable that a caller set in plain, whose name says that its value is nobody's business. */
    public static boolean looksSecret(Map.Entry<String, String> variable) {
        return variable.getValue().length() >= SHORTEST_PLAIN && nameLooksSecret(variable.getKey());
    }

    public static boolean nameLooksSecret(String name) {
        return TELLING_NAME.matcher(name.toUpperCase(Locale.ROOT)).matches();
    }
}
