package dev.holdfast.activities.pool;

import dev.holdfast.activities.sandbox.Fingerprint;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What must be the same for one sandbox to do for another. */
public record Profile(Executor executor, @Nullable String image, Limits limits, Network network) {
    static final String LABEL = "dev.holdfast.pool";

    /** Warm sandboxes carry it as a label, so that the next worker knows what they are good for. */
    String key() {
        return Fingerprint.of(ContractJson.LENIENT.writeValueAsString(this), 8);
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
