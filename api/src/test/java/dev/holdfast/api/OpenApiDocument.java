package dev.holdfast.api;

import dev.holdfast.contract.ContractJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Adds to the generated description what the code does not say by itself. */
final class OpenApiDocument {
    private static final Set<String> OPEN = Set.of("/v1/health", "/v1/health/ready");
    private static final List<String> READ_STRICTLY = List.of(
            "TaskSpec",
            "StepSpec",
            "Limits",
            "InputFile",
            "ArtifactSpec",
            "Cancellation",
            "TokenRequest",
            "NewFiles",
            "ValidationRequest",
            "ProjectRequest");

    private static final String INFO = """
            {"title":"Holdfast","version":"v1","license":{"name":"Apache-2.0","identifier":"Apache-2.0"},
             "description":"Durable sandboxes for agent tasks. Failures are problem documents (RFC 9457) whose type is \
            stable. A command that exits with another code than 0 is a result and no failure."}""";

    private static final String PROBLEM = """
            {"type":"object","required":["type","title","status","detail"],
             "properties":{"type":{"type":"string","pattern":"^urn:holdfast:problem:[a-z-]+$"},
                           "title":{"type":"string"},"status":{"type":"integer"},"detail":{"type":"string"},
                           "instance":{"type":"string"},
                           "field":{"type":"string","description":"What to mend, where one field is at fault"}}}""";

    private static final String COMMAND = """
            {"description":"An array is argv; a string is a line for sh -c inside the sandbox",
             "oneOf":[{"type":"array","minItems":1,"items":{"type":"string"}},{"type":"string","minLength":1}]}""";

    private static final String FAILURE = """
            {"description":"Something is wrong; 'type' says what",
             "content":{"application/problem+json":{"schema":{"$ref":"#/components/schemas/Problem"}}}}""";

    private static final String SIZE = """
            {"type":"string","pattern":"^[1-9][0-9]{0,9}(m|mb|g|gb|t|tb|Mi|Gi|Ti)$","examples":["512m"]}""";

    private static final String FILES = """
            {"type":"array","items":{"type":"string","format":"binary"}}""";

    private static final String DURATION = """
            {"type":"string","format":"duration","examples":["PT30S"]}""";

    private OpenApiDocument() {}

    static ObjectNode completed(ObjectNode document) {
        document.set("info", json(INFO));
        document.remove("servers");
        ObjectNode components = (ObjectNode) document.get("components");
        components.set("securitySchemes", json("{\"token\":{\"type\":\"http\",\"scheme\":\"bearer\"}}"));
        ObjectNode schemas = (ObjectNode) components.get("schemas");
        schemas.set("Problem", json(PROBLEM));
        schemas.set("Command", json(COMMAND));
        READ_STRICTLY.forEach(name -> ((ObjectNode) schemas.get(name)).put("additionalProperties", false));
        describeSpec(schemas);
        describeEvents(schemas);
        constrain(document);
        document.get("paths").properties().forEach(OpenApiDocument::completePath);
        return document;
    }

    private static void describeSpec(ObjectNode schemas) {
        property(schemas, "StepSpec", "command", "{\"$ref\":\"#/components/schemas/Command\"}");
        property(schemas, "StepSpec", "outputLimit", SIZE);
        List.of("memory", "tmp", "workspace", "artifacts").forEach(name -> property(schemas, "Limits", name, SIZE));
        List.of("timeout", "grace").forEach(name -> property(schemas, "StepSpec", name, DURATION));
        property(schemas, "TaskSpec", "timeout", DURATION);
        property(schemas, "TokenRequest", "expiresIn", DURATION);
        List.of("file", "archive").forEach(name -> property(schemas, "TaskForm", name, FILES));
        ((ObjectNode) schemas.get("StepSpec")).set("required", json("[\"command\"]"));
        ((ObjectNode) schemas.get("InputFile")).set("required", json("[\"path\"]"));
    }

    /** What the code checks and its types do not say, so that callers know before they are refused. */
    private static void constrain(ObjectNode document) {
        JsonNode known = json(resource("/openapi-constraints.json"));
        ObjectNode schemas = (ObjectNode) document.get("components").get("schemas");
        known.get("schemas").properties().forEach(schema -> {
            if (!schemas.has(schema.getKey())) {
                throw new IllegalStateException("there is no " + schema.getKey() + " any more");
            }
            merge((ObjectNode) schemas.get(schema.getKey()), schema.getValue());
        });
        document.get("paths")
                .findValues("parameters")
                .forEach(all -> all.forEach(parameter -> {
                    JsonNode more =
                            known.get("parameters").get(parameter.get("name").stringValue());
                    if (more != null) {
                        merge((ObjectNode) parameter.get("schema"), more);
                    }
                }));
    }

    private static void merge(ObjectNode target, JsonNode more) {
        more.properties().forEach(field -> {
            if (target.get(field.getKey()) instanceof ObjectNode inner
                    && field.getValue().isObject()) {
                merge(inner, field.getValue());
            } else {
                target.set(field.getKey(), field.getValue());
            }
        });
    }

    private static String resource(String name) {
        try (InputStream content = Objects.requireNonNull(OpenApiDocument.class.getResourceAsStream(name))) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** An event's data is text, and that text is JSON. */
    private static void describeEvents(ObjectNode schemas) {
        ObjectNode event = (ObjectNode) schemas.get("ServerEvent");
        ObjectNode data = (ObjectNode) json("{\"type\":\"string\",\"contentMediaType\":\"application/json\"}");
        ObjectNode forms = data.putObject("contentSchema");
        forms.set("anyOf", event.get("properties").get("data").get("anyOf"));
        ((ObjectNode) event.get("properties")).set("data", data);
        event.set("required", json("[\"id\",\"event\",\"data\"]"));
    }

    private static void property(ObjectNode schemas, String schema, String name, String is) {
        ObjectNode properties = (ObjectNode) schemas.get(schema).get("properties");
        if (!properties.has(name)) {
            throw new IllegalStateException("there is no " + schema + "." + name + " any more");
        }
        properties.set(name, json(is));
    }

    private static void completePath(Map.Entry<String, JsonNode> path) {
        path.getValue().properties().forEach(entry -> {
            ObjectNode operation = (ObjectNode) entry.getValue();
            operation.remove("tags");
            if (!OPEN.contains(path.getKey())) {
                operation.set("security", json("[{\"token\":[]}]"));
            }
            ObjectNode responses = (ObjectNode) operation.get("responses");
            responses.set("default", json(FAILURE));
            for (String status : List.of("204", "304", "416")) {
                if (responses.get(status) instanceof ObjectNode bare) {
                    bare.remove("content");
                }
            }
        });
    }

    private static JsonNode json(String text) {
        return ContractJson.LENIENT.readTree(text);
    }
}
