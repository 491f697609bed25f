package dev.holdfast.devstack.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The state of a stack as JSON. By hand: binding by reflection would cost every call of the command line a tenth. */
final class StateJson {
    private static final JsonMapper JSON = JsonMapper.shared();

    private StateJson() {}

    static String write(StackState state) {
        ObjectNode node = JSON.createObjectNode();
        node.set("stack", process(state.stack()));
        node.put("state", state.state().toString());
        ArrayNode parts = node.putArray("parts");
        state.parts().forEach(part -> parts.add(part(part)));
        return node.toPrettyString();
    }

    /**
     * @throws JacksonException when it is not JSON
     * @throws IllegalArgumentException when it is JSON of something else
     */
    static StackState read(String text) {
        JsonNode node = JSON.readTree(text);
        ProcessIdentity stack = process(node.path("stack"));
        if (stack == null) {
            throw new IllegalArgumentException("no process");
        }
        List<PartState> parts = new ArrayList<>();
        node.path("parts").forEach(part -> parts.add(part(part)));
        return new StackState(stack, condition(node), parts);
    }

    private static ObjectNode part(PartState part) {
        ObjectNode node = JSON.createObjectNode();
        node.put("name", part.name());
        node.put("state", part.state().toString());
        node.put("address", part.address());
        node.set("process", part.process() == null ? null : process(part.process()));
        node.put("stopSignal", part.stopSignal().name());
        node.put("fingerprint", part.fingerprint());
        node.put("note", part.note());
        return node;
    }

    private static PartState part(JsonNode node) {
        return new PartState(
                node.path("name").asString(),
                condition(node),
                node.path("address").asString(),
                process(node.path("process")),
                StopSignal.valueOf(node.path("stopSignal").asString()),
                node.path("fingerprint").asString(),
                node.path("note").isString() ? node.path("note").asString() : null);
    }

    private static ObjectNode process(ProcessIdentity process) {
        return JSON.createObjectNode().put("pid", process.pid()).put("started", process.started());
    }

    private static @Nullable ProcessIdentity process(JsonNode node) {
        return node.isObject()
                ? new ProcessIdentity(
                        node.path("pid").asLong(), node.path("started").asLong())
                : null;
    }

    private static Condition condition(JsonNode node) {
        return Condition.valueOf(node.path("state").asString().toUpperCase(Locale.ROOT));
    }
}
