package dev.holdfast.workflows;

import dev.holdfast.contract.JsonText;
import java.util.ArrayList;
import java.util.List;

/** What a task warns of: the first of many, so that they stay small enough for a payload. */
final class KeptWarnings {
    private static final String MORE = "there were more warnings than are shown here";

    private final List<String> warnings = new ArrayList<>();
    private int length;

    void add(String warning) {
        String kept = JsonText.shortened(warning, PayloadRoom.WORDS);
        length += JsonText.length(kept) + 3;
        if (length <= PayloadRoom.WARNINGS) {
            warnings.add(kept);
        } else if (!warnings.contains(MORE)) {
            warnings.add(MORE);
        }
    }

    boolean contains(String warning) {
        return warnings.contains(warning);
    }

    List<String> all() {
        return List.copyOf(warnings);
    }
}
