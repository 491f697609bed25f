package dev.holdfast.activities.bundle;

import dev.holdfast.contract.ContractJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes the same out of Temporal's history as out of the spec, which stands in it several times. Payloads are base64 there;
 * a replay does not compare what is in them.
 */
final class RedactedWorkflow {
    private RedactedWorkflow() {}

    /** @param hidden values that may not leave the house */
    static byte[] of(String history, Collection<String> hidden) {
        if (hidden.isEmpty()) {
            return history.getBytes(StandardCharsets.UTF_8);
        }
        List<String> written = hidden.stream().map(RedactedWorkflow::inJson).toList();
        JsonNode tree = ContractJson.LENIENT.readTree(history);
        redact(tree, written);
        return ContractJson.LENIENT.writeValueAsBytes(tree);
    }

    private static void redact(JsonNode node, List<String> hidden) {
        if (node instanceof ObjectNode object
                && object.get("data") != null
                && object.get("data").isString()) {
            String payload = decoded(object.get("data").stringValue());
            String without = payload;
            for (String value : hidden) {
                without = without.replace(value, Redaction.HIDDEN);
            }
            if (!without.equals(payload)) {
                object.put("data", Base64.getEncoder().encodeToString(without.getBytes(StandardCharsets.UTF_8)));
            }
        }
        node.forEach(child -> redact(child, hidden));
    }

    private static String decoded(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException somethingElse) {
            return "";
        }
    }

    /** As it stands in a payload, without the quotation marks. */
    private static String inJson(String value) {
        String quoted = ContractJson.LENIENT.writeValueAsString(value);
        return quoted.substring(1, quoted.length() - 1);
    }
}
