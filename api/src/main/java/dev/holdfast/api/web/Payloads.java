package dev.holdfast.api.web;

import java.util.List;
import java.util.Map;

/** Payloads in Temporal's JSON, as the API's description has them; what they hold is the codec's business. */
record Payloads(List<Payload> payloads) {
    /**
     * @param metadata by name, each value in base64
     * @param data in base64
     */
    record Payload(Map<String, String> metadata, String data) {}
}
