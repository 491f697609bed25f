package dev.holdfast.api.web;

import dev.holdfast.activities.secrets.SecretRules;
import dev.holdfast.contract.ContractJson;
import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a caller asked for, as the audit keeps it: whole, but for values that look secret and for bulk. */
final class AuditedInputs {
    private static final String ATTRIBUTE = "dev.holdfast.audited";
    private static final int LONGEST = 16 * 1024;
    private static final Pattern PATH = Pattern.compile("(?:^|&)path=([^&]{1,4096})");

    private AuditedInputs() {}

    static void of(HttpServletRequest request, Object asked) {
        JsonNode tree = ContractJson.LENIENT.valueToTree(asked);
        redact(tree);
        request.setAttribute(ATTRIBUTE, tree.toString());
    }

    /** What was asked for; without a word from the operation, what stood in the address. */
    static @Nullable String in(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof String inputs) {
            return inputs;
        }
        ObjectNode parameters = ContractJson.LENIENT.createObjectNode();
        String query = request.getQueryString();
        if (query != null) {
            parameters.put("query", query.length() > LONGEST ? query.substring(0, LONGEST) : query);
        }
        return parameters.isEmpty() ? null : parameters.toString();
    }

    /** The file that was asked for, where it is one; from the address, whatever came of it. */
    static @Nullable String path(HttpServletRequest request) {
        String query = request.getQueryString();
        if (query == null) {
            return null;
        }
        Matcher path = PATH.matcher(query);
        return path.find() ? path.group(1) : null;
    }

    private static void redact(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(field -> {
                JsonNode value = field.getValue();
                if (value.isString()
                        && (SecretRules.nameLooksSecret(field.getKey())
                                || value.stringValue().length() > LONGEST)) {
                    field.setValue(object.stringNode("***"));
                } else {
                    redact(value);
                }
            });
        } else {
            node.forEach(AuditedInputs::redact);
        }
    }
}
