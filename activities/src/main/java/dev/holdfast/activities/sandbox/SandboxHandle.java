package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.Executor;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Enough to find a sandbox again from another process of the same host; kept as text in workflow histories.
 *
 * @param version of this form; a handle of a newer one is refused rather than misread
 * @param nativeId the engine's id of the container, or the supervisor's process id
 * @param workspace where steps work, as they see it
 * @param imageDigest what the image's name meant when the sandbox was made
 * @param generation how often the sandbox was recycled before; who has an older one is not heard any more; absent is 0
 * @param warning what the caller should tell the user, e.g. that a limit cannot be enforced here
 */
public record SandboxHandle(
        int version,
        Executor executor,
        SandboxId id,
        String nativeId,
        String workspace,
        @Nullable String imageDigest,
        @Nullable String warning,
        @Nullable Integer generation) {
    public static final int CURRENT = 1;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public SandboxHandle {
        if (version != CURRENT) {
            throw new SandboxException(
                    SandboxError.INTERNAL,
                    "the sandbox's handle has version " + version + " and this worker knows " + CURRENT
                            + "; let a worker of the newer release finish the task");
        }
    }

    /** Of a sandbox that was never recycled. */
    public SandboxHandle(
            Executor executor,
            SandboxId id,
            String nativeId,
            String workspace,
            @Nullable String imageDigest,
            @Nullable String warning) {
        this(CURRENT, executor, id, nativeId, workspace, imageDigest, warning, null);
    }

    public int generationNumber() {
        return generation == null ? 0 : generation;
    }

    public SandboxHandle withGeneration(int newGeneration) {
        Integer kept = newGeneration == 0 ? null : newGeneration;
        return new SandboxHandle(version, executor, id, nativeId, workspace, imageDigest, warning, kept);
    }

    public String toJson() {
        return JSON.writeValueAsString(this);
    }

    public static SandboxHandle fromJson(String json) {
        try {
            return JSON.readValue(json, SandboxHandle.class);
        } catch (JacksonException unreadable) {
            if (unreadable.getCause() instanceof SandboxException known) {
                throw known;
            }
            throw new SandboxException(
                    SandboxError.INTERNAL, "the sandbox's handle cannot be read: " + unreadable.getOriginalMessage());
        }
    }
}
