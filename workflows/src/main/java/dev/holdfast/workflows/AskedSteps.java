package dev.holdfast.workflows;

import dev.holdfast.contract.StepIdentity;
import dev.holdfast.contract.StepSpec;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The steps that were asked of an open task, by name. What is the same in all that is said of it is the same step. */
final class AskedSteps {
    /** Of those that an older worker took there is no more than the hash of the command. */
    private final Map<String, Integer> hashes = new TreeMap<>();

    private final Map<String, String> identities = new TreeMap<>();

    AskedSteps(@Nullable Continuation before) {
        if (before != null) {
            identities.putAll(before.identities());
            hashes.putAll(before.asked());
            hashes.keySet().removeAll(identities.keySet());
        }
    }

    int size() {
        return hashes.size() + identities.size();
    }

    boolean has(@Nullable String name) {
        return name != null && (hashes.containsKey(name) || identities.containsKey(name));
    }

    /** Whether another step has its name. */
    boolean hasAnother(StepSpec step) {
        String name = String.valueOf(step.name());
        String identity = identities.get(name);
        Integer hash = hashes.get(name);
        return identity != null
                ? !identity.equals(StepIdentity.of(step))
                : hash != null && hash != step.command().argv().hashCode();
    }

    void add(StepSpec step) {
        identities.put(String.valueOf(step.name()), StepIdentity.of(step));
    }

    void forget(StepSpec step) {
        identities.remove(String.valueOf(step.name()));
    }

    /** A name for a step that has none. */
    String nextName() {
        int number = size() + 1;
        while (has("step-" + number)) {
            number++;
        }
        return "step-" + number;
    }

    Map<String, Integer> hashes() {
        return hashes;
    }

    Map<String, String> identities() {
        return identities;
    }
}
