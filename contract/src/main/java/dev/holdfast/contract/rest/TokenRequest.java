package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.ProjectId;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A token that is asked for.
 *
 * @param name for people: who uses it
 * @param project the only project that it shall see; all when absent
 * @param expiresIn how long it is valid; for ever when absent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TokenRequest(
        String name,
        Role role,
        @Nullable ProjectId project,
        @Nullable Duration expiresIn) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._@-]{0,62}");

    public TokenRequest {
        if (name == null || !NAME.matcher(name).matches()) {
            throw new InvalidFieldException("name", "has 1 to 63 letters, digits, blanks, '.', '_', '@' or '-'");
        }
        if (role == null) {
            throw new InvalidFieldException("role", "is missing; it is one of read, submit, operate");
        }
        if (expiresIn != null && (expiresIn.isNegative() || expiresIn.isZero())) {
            throw new InvalidFieldException("expiresIn", expiresIn + " is not a positive duration");
        }
    }
}
