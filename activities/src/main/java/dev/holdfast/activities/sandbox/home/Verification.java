package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.contract.Receipt;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What was looked for after a removal, and what of it was found. */
public final class Verification {
    private final List<String> verified = new ArrayList<>();
    private final List<String> left = new ArrayList<>();

    /** @param found what is still there of that kind */
    public Verification lookedFor(String what, List<String> found) {
        if (found.isEmpty()) {
            verified.add(what);
        } else {
            found.forEach(one -> left.add(what + " " + one));
        }
        return this;
    }

    /** Everything below a sandbox's directory, and the directory. */
    public Verification lookedFor(SandboxDirectory directory) {
        lookedFor(
                "mounts",
                Mounts.below(directory.path()).stream().map(Path::toString).toList());
        return lookedFor(
                "directory", directory.exists() ? List.of(directory.path().toString()) : List.of());
    }

    public Receipt receipt(SandboxId id) {
        Receipt.State state = left.isEmpty() ? Receipt.State.CLEAN : Receipt.State.FAILED;
        return new Receipt(state, id.value(), Instant.now(), verified, left);
    }
}
