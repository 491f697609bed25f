package dev.holdfast.activities.bundle;

import dev.holdfast.activities.secrets.SecretRules;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskSpec;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes out of a spec what does not leave the house: values of variables whose names look secret. */
public final class Redaction {
    static final String HIDDEN = "***";

    private Redaction() {}

    public static TaskSpec of(TaskSpec spec) {
        ObjectNode tree = ContractJson.LENIENT.valueToTree(spec);
        hide(tree.path("env"));
        tree.path("steps").forEach(step -> hide(step.path("env")));
        return ContractJson.LENIENT.treeToValue(tree, TaskSpec.class);
    }

    /** The values that {@link #of} takes out. */
    static Set<String> hidden(TaskSpec spec) {
        Set<String> values = new TreeSet<>();
        Stream.concat(Stream.of(spec.env()), spec.steps().stream().map(StepSpec::env))
                .flatMap(env -> env.entrySet().stream())
                .filter(variable -> SecretRules.nameLooksSecret(variable.getKey()))
                .filter(variable -> !variable.getValue().isEmpty())
                .forEach(variable -> values.add(variable.getValue()));
        return values;
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
