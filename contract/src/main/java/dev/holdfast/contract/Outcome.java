package dev.holdfast.contract;

import org.jspecify.annotations.Nullable;

/** How a step ended, from evidence only. A stream that ended is never evidence. */
public sealed interface Outcome {
    OutcomeKind kind();

    /** The command's main process returned this code (128 + signal when a signal ended it). */
    record Exited(int code) implements Outcome {
        @Override
        public OutcomeKind kind() {
            return OutcomeKind.EXITED;
        }
    }

    record TimedOut(String limit) implements Outcome {
        @Override
        public OutcomeKind kind() {
            return OutcomeKind.TIMED_OUT;
        }
    }

    record OomKilled(String reason) implements Outcome {
        @Override
        public OutcomeKind kind() {
            return OutcomeKind.OOM_KILLED;
        }
    }

    record DiskFull(String reason) implements Outcome {
        @Override
        public OutcomeKind kind() {
            return OutcomeKind.DISK_FULL;
        }
    }

    record OutputLimit(String reason) implements Outcome {
        @Override
        public OutcomeKind kind() {
            return OutcomeKind.OUTPUT_LIMIT;
        }
    }

    record Cancelled(String reason) implements Outcome {
        @Override
        public OutcomeKind kind() {
            return OutcomeKind.CANCELLED;
        }
    }

    record Lost(String reason) implements Outcome {
        @Override
        public OutcomeKind kind() {
            return OutcomeKind.LOST;
        }
    }

    /** From the flat form of results. */
    static Outcome of(OutcomeKind kind, @Nullable Integer exitCode, @Nullable String reason) {
        String why = reason == null ? "" : reason;
        return switch (kind) {
            case EXITED -> {
                if (exitCode == null) {
                    throw new InvalidFieldException("exitCode", "is missing beside outcome exited");
                }
                yield new Exited(exitCode);
            }
            case TIMED_OUT -> new TimedOut(why);
            case OOM_KILLED -> new OomKilled(why);
            case DISK_FULL -> new DiskFull(why);
            case OUTPUT_LIMIT -> new OutputLimit(why);
            case CANCELLED -> new Cancelled(why);
            case LOST -> new Lost(why);
        };
    }
}
