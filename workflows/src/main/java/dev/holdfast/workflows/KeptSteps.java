package dev.holdfast.workflows;

import dev.holdfast.contract.JsonText;
import dev.holdfast.contract.Oversized;
import dev.holdfast.contract.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The results of a task's steps, which together stay small enough for a payload; the log has all of their output. */
final class KeptSteps {
    /** At most, of all of a result but its command, its reason and its output. */
    static final int FIELDS = 728;

    /** At most, of a result of which the least is kept, and of its name. */
    private static final int LEAST = 648;

    /** A name that is asked for stands beside the results too, with its identity. */
    private static final int BESIDE_A_NAME = 24;

    private static final int STEPS_WITH_OUTPUT = 4;

    private final PayloadRoom room;
    private final boolean open;
    private final List<StepResult> steps = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private int length;
    private int written;
    private int least;
    private int leastOf;
    private int withoutOutput;
    private int bare;
    private boolean leftOut;

    KeptSteps(PayloadRoom room, boolean open) {
        this.room = room;
        this.open = open;
    }

    /** Of an open task the last few keep their output. Where there is no room even for that, the oldest lose theirs first. */
    void add(StepResult step) {
        leftOut |= step.outputLeftOut();
        keep(step);
        while (open && withoutOutput < steps.size() - STEPS_WITH_OUTPUT) {
            replace(withoutOutput, steps.get(withoutOutput++).withoutOutput());
        }
        leftOut |= !fit();
        while (!fit() && withoutOutput < steps.size()) {
            replace(withoutOutput, steps.get(withoutOutput++).withoutOutput());
        }
        while (!fit() && bare < steps.size()) {
            replace(bare, steps.get(bare++).barely());
        }
    }

    /** Few enough fit by what they have at most, and need not be written to learn that. */
    private boolean fit() {
        while (!room.has(length) && written < steps.size()) {
            measure(written, written(steps.get(written)));
            written++;
        }
        return room.has(length);
    }

    /** Of a run before this one, which kept them as {@link #add} does. */
    void takeOver(List<StepResult> before) {
        before.forEach(this::keep);
    }

    private void keep(StepResult step) {
        steps.add(step);
        lengths.add(0);
        measure(steps.size() - 1, estimate(step));
    }

    private void replace(int number, StepResult shorter) {
        steps.set(number, shorter);
        measure(number, number < written ? written(shorter) : estimate(shorter));
    }

    private void measure(int number, int now) {
        length += now - lengths.set(number, now);
    }

    /** Whether so many more will fit, of which the least is kept if need be. */
    boolean hasRoomFor(int more) {
        if (room.has((steps.size() + more) * LEAST)) {
            return true;
        }
        while (leastOf < steps.size()) {
            least += written(steps.get(leastOf++).barely());
        }
        return room.has(least + more * LEAST);
    }

    /** More was left out than is usual. */
    boolean leftOut() {
        return leftOut;
    }

    int size() {
        return steps.size();
    }

    Optional<StepResult> named(@Nullable String name) {
        return steps.stream().filter(step -> step.name().equals(name)).findFirst();
    }

    @Nullable StepResult last() {
        return steps.isEmpty() ? null : steps.get(steps.size() - 1);
    }

    List<StepResult> all() {
        return List.copyOf(steps);
    }

    private static int estimate(StepResult step) {
        int length =
                FIELDS + 2 * step.name().length() + JsonText.length(step.stdout()) + JsonText.length(step.stderr());
        for (String argument : step.command()) {
            length += JsonText.length(argument) + 3;
        }
        return step.reason() == null ? length : length + JsonText.length(step.reason());
    }

    private static int written(StepResult step) {
        return Oversized.bytes(step) + step.name().length() + BESIDE_A_NAME;
    }
}
