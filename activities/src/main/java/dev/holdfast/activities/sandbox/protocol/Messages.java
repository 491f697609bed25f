package dev.holdfast.activities.sandbox.protocol;

import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.StepStart;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests and answers as JSON. Unknown fields of an answer are passed over: the supervisor may be newer. */
final class Messages {
    static final int VERSION = 1;

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private Messages() {}

    /** A request; fields whose value is null are left out. */
    static byte[] request(String operation, Map<String, ? extends @Nullable Object> fields) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("v", VERSION);
        request.put("op", operation);
        fields.forEach((name, value) -> {
            if (value != null) {
                request.put(name, value);
            }
        });
        return JSON.writeValueAsBytes(request);
    }

    static Map<String, @Nullable Object> start(StepStart step, Duration wait, long readBytes) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("step", step.step());
        fields.put("argv", step.argv());
        fields.put("env", step.env());
        fields.put("cwd", step.cwd());
        fields.put("timeoutMs", step.timeout().toMillis());
        fields.put("graceMs", step.grace().toMillis());
        fields.put("stdin", step.stdinOpen() ? "open" : "none");
        fields.put("outputLimitBytes", step.outputLimitBytes());
        fields.put("onOutputLimit", step.onOutputLimit().json());
        fields.put("background", step.background().json());
        StepStart.Terminal pty = step.pty();
        fields.put("pty", pty == null ? null : Map.of("rows", pty.rows(), "cols", pty.cols()));
        fields.put("limits", limits(step.limits()));
        fields.put("secretFiles", step.secretFiles());
        fields.put("waitMs", wait.toMillis());
        fields.put("readBytes", readBytes);
        return fields;
    }

    private static Map<String, Long> limits(StepStart.ProcessLimits limits) {
        Map<String, Long> given = new LinkedHashMap<>();
        putIfGiven(given, "nofile", limits.nofile());
        putIfGiven(given, "fsizeBytes", limits.fsizeBytes());
        putIfGiven(given, "coreBytes", limits.coreBytes());
        putIfGiven(given, "nproc", limits.nproc());
        putIfGiven(given, "memoryBytes", limits.memoryBytes());
        putIfGiven(given, "cpuSeconds", limits.cpuSeconds());
        putIfGiven(given, "totalMemoryBytes", limits.totalMemoryBytes());
        return given;
    }

    private static void putIfGiven(Map<String, Long> map, String name, @Nullable Long value) {
        if (value != null) {
            map.put(name, value);
        }
    }

    /** Reads an answer, or throws what the supervisor refused it with. */
    static <T> T answer(byte[] text, Class<T> type) throws IOException {
        JsonNode tree = tree(text);
        JsonNode ok = tree.get("ok");
        if (ok == null || !ok.isBoolean()) {
            throw new ProtocolViolation("an answer must say whether it is ok");
        }
        if (!ok.booleanValue()) {
            throw refusal(tree.get("error"));
        }
        return convert(tree, type);
    }

    /** Reads an end frame, which may carry an error that came up after the answer. */
    static <T> T end(byte[] text, Class<T> type) throws IOException {
        JsonNode tree = tree(text);
        JsonNode error = tree.get("error");
        if (error != null && !error.isNull()) {
            throw refusal(error);
        }
        return convert(tree, type);
    }

    private static JsonNode tree(byte[] text) throws ProtocolViolation {
        try {
            JsonNode tree = JSON.readTree(text);
            if (!tree.isObject()) {
                throw new ProtocolViolation("a message must be a JSON object");
            }
            return tree;
        } catch (JacksonException notJson) {
            throw new ProtocolViolation("a message is not JSON: " + notJson.getOriginalMessage(), notJson);
        }
    }

    private static <T> T convert(JsonNode tree, Class<T> type) throws ProtocolViolation {
        try {
            return JSON.treeToValue(tree, type);
        } catch (JacksonException unfit) {
            throw new ProtocolViolation("an answer cannot be understood: " + unfit.getOriginalMessage(), unfit);
        }
    }

    private static SandboxException refusal(@Nullable JsonNode error) throws ProtocolViolation {
        if (error == null || !error.path("code").isString()) {
            throw new ProtocolViolation("an error must have a code");
        }
        String message = "the sandbox answered: " + error.path("message").asString("no reason given");
        return new SandboxException(known(error.path("code").stringValue()), message);
    }

    private static SandboxError known(String code) throws ProtocolViolation {
        return switch (code) {
            case "bad_request",
                    "unsupported_version",
                    "unknown_step",
                    "conflict",
                    "not_found",
                    "not_running",
                    "too_large",
                    "limit",
                    "refused",
                    "internal" -> SandboxError.valueOf(code.toUpperCase(Locale.ROOT));
            default -> throw new ProtocolViolation("there is no error code '" + code + "'");
        };
    }
}
