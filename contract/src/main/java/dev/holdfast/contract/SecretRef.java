package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A secret that the steps of a task need, by its name alone: its value is never part of a spec.
 *
 * @param env the variable that carries it; the secret's own name when neither this nor {@code file} is given
 * @param file the name of a file in memory, in the directory that {@code $HOLDFAST_SECRETS} names
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SecretRef(
        String name, @Nullable String env, @Nullable String file) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
    private static final Pattern FILE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,127}");

    public SecretRef {
        checkName("secrets.name", name);
        if (env == null && file == null) {
            env = name;
        }
        if (env != null) {
            Require.matching("secrets.env", env, NAME, "a name of letters, digits and '_'");
            if (env.startsWith("HOLDFAST_")) {
                throw new InvalidFieldException(
                        "secrets.env", "'" + env + "' is reserved: names of Holdfast's own start like this");
            }
        }
        if (file != null) {
            Require.matching("secrets.file", file, FILE, "a plain file name of letters, digits, '.', '_' or '-'");
        }
    }

    public static SecretRef named(String name) {
        return new SecretRef(name, null, null);
    }

    /** Names that every source of secrets can have: they are variables and files, too. */
    public static String checkName(String field, @Nullable String name) {
        if (name == null) {
            throw new InvalidFieldException(field, "is missing");
        }
        return Require.matching(
                field, name, NAME, "a name of letters, digits and '_' that does not start with a digit");
    }
}
