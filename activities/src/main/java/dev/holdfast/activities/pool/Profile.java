package dev.holdfast.activities.pool;

import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What must be the same for one sandbox to do for another. */
public record Profile(Executor executor, @Nullable String image, Limits limits, Network network) {
    static final String LABEL = "dev.holdfast.pool";

    /** Warm sandboxes carry it as a label, so that the next worker knows what they are good for. */
    String key() {
        try {
            byte[] json = ContractJson.LENIENT.writeValueAsString(this).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(json), 0, 8);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    SandboxRequest request(SandboxId id, Duration lease) {
        return SandboxRequest.of(id, limits)
                .with()
                .image(image)
                .network(network)
                .labels(Map.of(LABEL, key()))
                .lease(lease)
                .build();
    }
}
