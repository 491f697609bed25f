package dev.holdfast.projects.reports;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON that a stranger wrote: bounded in depth and in the length of numbers. */
final class JsonText {
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(200)
                            .maxNumberLength(100)
                            .build())
                    .build())
            .build();

    private JsonText() {}

    /** The first object in the text; tools print a line or two before it. */
    static JsonNode object(String text) throws BrokenReportException {
        try {
            return JSON.readTree(text.substring(Math.max(0, text.indexOf('{'))));
        } catch (JacksonException broken) {
            throw new BrokenReportException("is not valid JSON: " + broken.getOriginalMessage());
        }
    }

    /** One line of a stream of objects, or nothing: other output may stand between them. */
    static @Nullable JsonNode line(String line) {
        if (!line.startsWith("{")) {
            return null;
        }
        try {
            return JSON.readTree(line);
        } catch (JacksonException other) {
            return null;
        }
    }

    static String text(JsonNode node, String field) {
        String value = optional(node, field);
        return value == null ? "" : value;
    }

    static @Nullable String optional(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value == null || value.isNull() || value.isContainer() ? null : value.asString();
    }

    static double number(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value != null && value.isNumber() ? value.doubleValue() : 0;
    }

    static @Nullable Integer line(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value != null && value.isInt() && value.intValue() > 0 ? value.intValue() : null;
    }
}
