package dev.holdfast.api.tasks;

import dev.holdfast.contract.rest.TidyResult;

/** Removes what is kept no longer. */
public interface Keeping {
    /**
     * Returns when it is done.
     *
     * @throws TaskEngine.Unavailable when nobody does it
     */
    TidyResult tidy(boolean dryRun);
}
