package dev.holdfast.devstack.control;

import java.util.Locale;

/** What a part, or the whole stack, is doing. */
public enum Condition {
    STARTING,
    RUNNING,
    /** It died and is being started again. */
    RESTARTING,
    STOPPING,
    STOPPED,
    /** Somebody else runs it; configuration says where. */
    EXTERNAL;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
