package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Where a task is. The allowed changes are the lifecycle table in the workflows module. */
public enum TaskState {
    QUEUED,
    ACQUIRING,
    STAGING,
    RUNNING,
    COLLECTING,
    RELEASING,
    SUCCEEDED,
    FAILED,
    TIMED_OUT,
    CANCELLED,
    LOST,
    CLEANUP_FAILED;

    public boolean terminal() {
        return switch (this) {
            case QUEUED, ACQUIRING, STAGING, RUNNING, COLLECTING, RELEASING -> false;
            case SUCCEEDED, FAILED, TIMED_OUT, CANCELLED, LOST, CLEANUP_FAILED -> true;
        };
    }

    @JsonValue
    public String json() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static TaskState fromJson(String json) {
        return Words.parse(TaskState.class, "state", json);
    }
}
