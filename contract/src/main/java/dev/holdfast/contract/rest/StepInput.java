package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TerminalSize;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What somebody does at the terminal of a step: types, resizes it, or ends the input.
 *
 * @param number counts the inputs of the step from 0, without a gap; one that is sent again is passed over
 * @param text what was typed, or {@code base64} where it is not text
 * @param size the terminal has this size from now on
 * @param end nothing more will be typed
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record StepInput(
        long number,
        @Nullable String text,
        @Nullable String base64,
        @Nullable TerminalSize size,
        boolean end) {
    private static final int MOST_BYTES = 64 * 1024;

    public StepInput {
        if (number < 0) {
            throw new InvalidFieldException("number", "is negative");
        }
        if (text != null && base64 != null) {
            throw new InvalidFieldException("base64", "cannot stand beside text");
        }
        if (text == null && base64 == null && size == null && !end) {
            throw new InvalidFieldException("text", "is missing; give text, base64, size or end");
        }
        if (decoded(text, base64).length > MOST_BYTES) {
            throw new InvalidFieldException("text", "is longer than " + MOST_BYTES + " bytes; send it in parts");
        }
    }

    public static StepInput typed(long number, byte[] bytes) {
        return new StepInput(number, null, Base64.getEncoder().encodeToString(bytes), null, false);
    }

    public static StepInput resized(long number, TerminalSize size) {
        return new StepInput(number, null, null, size, false);
    }

    public static StepInput ended(long number) {
        return new StepInput(number, null, null, null, true);
    }

    @JsonIgnore
    public byte[] bytes() {
        return decoded(text, base64);
    }

    private static byte[] decoded(@Nullable String text, @Nullable String base64) {
        if (text != null) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return base64 == null ? new byte[0] : Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            throw new InvalidFieldException("base64", "is not valid: " + notBase64.getMessage());
        }
    }

    /** Passwords are typed, too. */
    @Override
    public String toString() {
        return "StepInput[" + number + "]";
    }
}
