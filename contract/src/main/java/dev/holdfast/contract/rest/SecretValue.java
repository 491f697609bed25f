package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.InvalidFieldException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The value of a secret on its way in, as text or as base64. It is never sent back, and never printed. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SecretValue(@Nullable String value, @Nullable String base64) {

    public SecretValue {
        if ((value == null) == (base64 == null)) {
            throw new InvalidFieldException("value", "give exactly one of value and base64");
        }
    }

    public byte[] bytes() {
        if (value != null) {
            return value.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            throw new InvalidFieldException("base64", "is not valid");
        }
    }

    @Override
    public String toString() {
        return "SecretValue[***]";
    }
}
