package dev.holdfast.activities.secrets;

import dev.holdfast.activities.secrets.masking.Masks;
import java.util.Map;

/** What a step is given of its secrets, and what must not show in what it writes. */
public record StepSecrets(Map<String, String> env, Map<String, String> files, Masks masks) {
    @Override
    public String toString() {
        return "StepSecrets[env=" + env.keySet() + ", files=" + files.keySet() + "]";
    }
}
