package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.holdfast.contract.InvalidFieldException;
import java.util.Locale;

/** What a token may do. Each role includes the ones before it. */
public enum Role {
    /** Look at tasks, logs and artifacts. */
    READ,
    /** Also start and cancel tasks, and upload files. */
    SUBMIT,
    /** Also make and revoke tokens. */
    OPERATE;

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    @JsonValue
    public String json() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static Role fromJson(String json) {
        for (Role role : values()) {
            if (role.json().equals(json)) {
                return role;
            }
        }
        throw new InvalidFieldException("role", "'" + json + "' is not one of read, submit, operate");
    }
}
