package dev.holdfast.activities.history;

import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.StepInput;
import java.util.List;

/** What callers type into the terminals of steps, until the steps have ended. */
public interface StepInputs {
    /** One whose number is there already is passed over. Those who wait for it are told. */
    void add(TaskId taskId, String step, StepInput input);

    /** Those with a larger number, in order. */
    List<StepInput> after(TaskId taskId, String step, long number);

    /** Calls {@code listener} after something was typed into any step of the task, until closed. */
    LogStore.Subscription subscribe(TaskId taskId, Runnable listener);

    /** Nobody will ask for it any more. */
    void remove(TaskId taskId, String step);

    void removeOf(TaskId taskId);
}
