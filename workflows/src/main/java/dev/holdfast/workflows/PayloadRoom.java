package dev.holdfast.workflows;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.JsonText;
import dev.holdfast.contract.Oversized;
import io.temporal.failure.ApplicationFailure;
import java.util.List;

/**
 * How much a task may carry. A payload that is too large cannot be written, and a workflow that cannot write one goes
 * neither on nor to its end; so everything that gets into one has its share, in bytes as JSON.
 */
public final class PayloadRoom {
    /** Of one warning or reason. */
    static final int WORDS = 1024;

    /** Of all warnings. */
    static final int WARNINGS = 8 * 1024;

    /** The first artifacts. */
    private static final int ARTIFACTS = 28 * 1024;

    /** States and their reasons, the reservation, the sandbox, the receipt, the names of fields. */
    private static final int REST = 16 * 1024;

    private static final int SHARED = TaskPayloads.MOST_BYTES - WARNINGS - ARTIFACTS - REST;

    /** What the results of all steps have, whatever the spec and its labels are. */
    private static final int LEAST_RESULTS = SHARED - Oversized.MOST_BYTES - 32 * 1024;

    /** At most, of all of an artifact but its texts. */
    private static final int ARTIFACT_FIELDS = 170;

    private static final int MOST_EXCERPT = 4096;
    private static final int LEAST_EXCERPT = 16;

    /** Command and reason, and two streams of four excerpts each. */
    private static final int EXCERPTS_OF_A_STEP = 10;

    private final TaskRequest request;
    private int requestBytes = -1;

    PayloadRoom(TaskRequest request) {
        this.request = request.plain();
    }

    /** Whether the results of all steps may be this long. Most are so short that the spec need not be measured. */
    boolean has(int results) {
        return results <= LEAST_RESULTS || results <= results();
    }

    private int results() {
        return SHARED - requestBytes();
    }

    /** How much of each end of each stream a step of the spec returns: all of them share the room. */
    int excerpt() {
        int steps = Math.max(1, request.spec().steps().size());
        if (excerpt(LEAST_RESULTS / steps) == MOST_EXCERPT) {
            return MOST_EXCERPT;
        }
        return excerpt(results() / steps);
    }

    /** The same of a step that comes later: the task keeps the output of the last few only. */
    int laterExcerpt() {
        return MOST_EXCERPT;
    }

    private static int excerpt(int bytesOfAStep) {
        int each = (bytesOfAStep - KeptSteps.FIELDS) / EXCERPTS_OF_A_STEP;
        return Math.max(LEAST_EXCERPT, Math.min(MOST_EXCERPT, each));
    }

    private int requestBytes() {
        if (requestBytes < 0) {
            // The labels are in the result too.
            requestBytes =
                    Oversized.bytes(request) + Oversized.bytes(request.spec().labels());
        }
        return requestBytes;
    }

    /** As many of the artifacts as there is room for. */
    public static List<Artifact> first(List<Artifact> artifacts) {
        int length = 0;
        for (int number = 0; number < artifacts.size(); number++) {
            length += length(artifacts.get(number));
            if (length > ARTIFACTS) {
                return artifacts.subList(0, number);
            }
        }
        return artifacts;
    }

    private static int length(Artifact artifact) {
        int length = ARTIFACT_FIELDS;
        for (String text : new String[] {artifact.path(), artifact.contentType(), artifact.link(), artifact.reason()}) {
            length += text == null ? 0 : JsonText.length(text);
        }
        return length;
    }

    /** A task with a spec beyond this could not be carried to its end. */
    static void require(TaskRequest request) {
        require("a task's spec", request.spec());
        if (JsonText.length(request.requestedBy()) > WORDS) {
            throw refused("requestedBy: has more than " + WORDS + " bytes");
        }
    }

    /** @param what it is, such as "a step" */
    static void require(String what, Object asked) {
        Oversized.of(what, asked).ifPresent(large -> {
            throw refused((large.field().isEmpty() ? "" : large.field() + ": ") + large.problem());
        });
    }

    private static ApplicationFailure refused(String why) {
        return ApplicationFailure.newNonRetryableFailure(why, "too_large");
    }
}
