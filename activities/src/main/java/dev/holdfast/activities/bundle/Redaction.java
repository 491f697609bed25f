package dev.holdfast.activities.bundle;

import dev.holdfast.activities.secrets.SecretRules;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskSpec;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes out of a spec what does not leave the house: values of variables whose names look secret. */
final class Redaction {
    private static final String HIDDEN = "***";

    private Redaction() {}

    static TaskSpec of(TaskSpec spec) {
        ObjectNode tree = ContractJson.LENIENT.valueToTree(spec);
        hide(tree.path("env"));
        tree.path("steps").forEach(step -> hide(step.path("env")));
        return ContractJson.LENIENT.treeToValue(tree, TaskSpec.class);
    }

    private static void hide(JsonNode env) {
        if (env instanceof ObjectNode variables) {
            for (Map.Entry<String, JsonNode> variable : variables.properties()) {
                if (SecretRules.nameLooksSecret(variable.getKey())) {
                    variable.setValue(variables.stringNode(HIDDEN));
                }
            }
        }
    }
}
