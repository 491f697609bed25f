package dev.holdfast.api.web;

import dev.holdfast.api.access.Caller;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.Oversized;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads bodies strictly: not too large, nothing twice, nothing unknown. */
final class Bodies {
    /** What is read at all. */
    static final int MOST_BYTES = 1 << 20;

    /** With all that is filled in for what was left out, it is still well below what is allowed. */
    private static final int SURELY_SMALL = 8 * 1024;

    private static final JsonMapper STRICT = ContractJson.STRICT
            .rebuild()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private Bodies() {}

    /**
     * The fields of a spec, and beside them {@code taskId} and {@code secretValues}.
     *
     * @param secretValues by name, for this task alone; not part of the spec, which is kept and shown
     */
    record TaskBody(TaskSpec spec, @Nullable TaskId taskId, Map<String, String> secretValues) {
        TaskBody withSpec(TaskSpec other) {
            return new TaskBody(other, taskId, secretValues);
        }

        @Override
        public String toString() {
            return "TaskBody[" + taskId + "]";
        }
    }

    static TaskBody task(HttpServletRequest request, Caller caller) throws IOException {
        return task(request.getInputStream(), request.getContentLengthLong(), caller);
    }

    /** A caller that is confined to a project need not name it. */
    static TaskBody task(InputStream json, long size, Caller caller) throws IOException {
        ObjectNode fields = object(read(json, size));
        if (caller.project() != null && !fields.hasNonNull("project")) {
            fields.put("project", caller.project().value());
        }
        JsonNode taskId = fields.remove("taskId");
        Map<String, String> secrets = secretValues(fields.remove("secretValues"));
        TaskSpec spec = STRICT.treeToValue(fields, TaskSpec.class);
        requireSmall("a task's spec", spec);
        if (taskId == null || taskId.isNull()) {
            return new TaskBody(spec, null, secrets);
        }
        if (!taskId.isString()) {
            throw new InvalidFieldException("taskId", "is not a string");
        }
        return new TaskBody(spec, new TaskId(taskId.stringValue()), secrets);
    }

    /** A task that was not written by its caller; it is held to the same size. */
    static TaskBody task(TaskSpec spec, @Nullable TaskId taskId) {
        requireSmall("a task's spec", spec);
        return new TaskBody(spec, taskId, Map.of());
    }

    /** By hand, so that no failure of a parser can show a value. */
    private static Map<String, String> secretValues(@Nullable JsonNode given) {
        Map<String, String> values = new TreeMap<>();
        if (given == null || given.isNull()) {
            return values;
        }
        if (!given.isObject()) {
            throw new InvalidFieldException("secretValues", "is not an object of names and values");
        }
        given.properties().forEach(field -> {
            if (!field.getValue().isString()) {
                throw new InvalidFieldException("secretValues." + field.getKey(), "is not a string");
            }
            values.put(field.getKey(), field.getValue().stringValue());
        });
        return values;
    }

    static <T> T required(HttpServletRequest request, Class<T> type) throws IOException {
        T body = optional(request, type);
        if (body == null) {
            throw new InvalidFieldException("body", "is missing");
        }
        return body;
    }

    /** A body that goes on to a task's workflow, which carries it beside the task's spec. */
    static <T> T small(HttpServletRequest request, String what, Class<T> type) throws IOException {
        T body = required(request, type);
        long length = request.getContentLengthLong();
        if (length < 0 || length > SURELY_SMALL) {
            requireSmall(what, body);
        }
        return body;
    }

    private static void requireSmall(String what, Object body) {
        Oversized.of(what, body).ifPresent(large -> {
            throw new TooLarge(large.field().isEmpty() ? "body" : large.field(), large.problem());
        });
    }

    /** A body that may be left out. */
    static <T> @Nullable T optional(HttpServletRequest request, Class<T> type) throws IOException {
        byte[] body = read(request.getInputStream(), request.getContentLengthLong());
        return body.length == 0 ? null : STRICT.treeToValue(object(body), type);
    }

    private static ObjectNode object(byte[] body) {
        JsonNode tree = STRICT.readTree(body);
        if (tree instanceof ObjectNode object) {
            requireMeaning("", object);
            return object;
        }
        throw new InvalidFieldException("body", "is not a JSON object");
    }

    /**
     * A field may be null, which means left out; a null among values means nothing and would surprise later. A NUL
     * character cannot be stored.
     */
    private static void requireMeaning(String path, JsonNode node) {
        if (node.isString() && node.stringValue().indexOf('\0') >= 0) {
            throw new InvalidFieldException(
                    path, "has a NUL character; bring binary content as a file, by base64 or upload");
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            requireValue(path + "[" + i + "]", node.get(i));
        }
        boolean map = path.endsWith("env") || path.equals("labels");
        node.properties().forEach(field -> {
            String inside = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            if (map) {
                requireValue(inside, field.getValue());
            } else {
                requireMeaning(inside, field.getValue());
            }
        });
    }

    private static void requireValue(String path, JsonNode value) {
        if (value.isNull()) {
            throw new InvalidFieldException(path, "is null; leave it out or give it a value");
        }
        requireMeaning(path, value);
    }

    private static byte[] read(InputStream json, long size) throws IOException {
        byte[] body = size > MOST_BYTES ? new byte[MOST_BYTES + 1] : json.readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) {
            throw new TooLarge(
                    "a task's spec has at most " + MOST_BYTES + " bytes; upload large files and name their hash");
        }
        return body;
    }
}
