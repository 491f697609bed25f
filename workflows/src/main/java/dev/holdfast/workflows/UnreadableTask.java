package dev.holdfast.workflows;

import io.temporal.common.converter.DataConverterException;

/** The request for a task has a field that cannot be accepted: no worker will ever read it, so its workflow fails. */
public final class UnreadableTask extends DataConverterException {
    private static final long serialVersionUID = 1L;

    UnreadableTask(String why, Throwable cause) {
        super(why, cause);
    }
}
