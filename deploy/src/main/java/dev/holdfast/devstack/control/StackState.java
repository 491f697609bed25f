package dev.holdfast.devstack.control;

import java.util.List;
import java.util.Optional;

/**
 * A whole stack as it last described itself.
 *
 * @param parts in the order in which they are started; they are stopped in the opposite one
 */
public record StackState(ProcessIdentity stack, Condition state, List<PartState> parts) {
    public Optional<PartState> part(String name) {
        return parts.stream().filter(part -> part.name().equals(name)).findFirst();
    }

    /** Whether anything of it still exists. */
    public boolean isAlive() {
        return stack.isAlive() || parts.stream().anyMatch(PartState::isAlive);
    }
}
