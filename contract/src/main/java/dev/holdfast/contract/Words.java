package dev.holdfast.contract;

import java.util.Arrays;
import java.util.Locale;

/** Enums are written in lower case; a wrong word is answered with the list of right ones. */
final class Words {
    private Words() {}

    static <E extends Enum<E>> E parse(Class<E> type, String field, String word) {
        for (E value : type.getEnumConstants()) {
            if (value.name().toLowerCase(Locale.ROOT).equals(word)) {
                return value;
            }
        }
        String allowed = Arrays.stream(type.getEnumConstants())
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
        throw new InvalidFieldException(field, "'" + word + "' is not one of " + allowed);
    }
}
