package dev.holdfast.activities.diff;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.TaskDiff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The single values of two tasks. Of variables only the names count: values may be secret, and are hidden in a bundle. */
final class FieldComparison {
    private static final int LONGEST = 500;

    private FieldComparison() {}

    static List<TaskDiff.Field> of(TaskSpec baseSpec, TaskResult base, TaskSpec otherSpec, TaskResult other) {
        Map<String, String> before = values(baseSpec, base);
        Map<String, String> after = values(otherSpec, other);
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<TaskDiff.Field> fields = new ArrayList<>();
        for (String name : names) {
            String one = before.get(name);
            String two = after.get(name);
            if (one == null || !one.equals(two)) {
                fields.add(new TaskDiff.Field(name, shortened(one), shortened(two)));
            }
        }
        return fields;
    }

    private static Map<String, String> values(TaskSpec spec, TaskResult result) {
        Map<String, String> values = new TreeMap<>();
        flatten("spec", ContractJson.LENIENT.valueToTree(spec), values);
        // A rerun names its origin and asks for the image by its digest, which is no difference in what was asked for:
        // the
        // digest itself is compared below.
        values.remove("spec.origin");
        values.remove("spec.image");
        put(values, "image", withoutDigest(result.image() == null ? spec.image() : result.image()));
        put(values, "imageDigest", result.imageDigest());
        put(values, "executor", result.executor());
        put(values, "state", result.state().json());
        put(values, "outcome", result.outcome());
        put(values, "exitCode", result.exitCode());
        put(values, "errorCode", result.errorCode());
        put(values, "cleanup", result.cleanup().state().json());
        for (StepResult step : result.steps()) {
            String name = "steps." + step.name();
            put(values, name + ".outcome", step.outcome().json());
            put(values, name + ".exitCode", step.exitCode());
            put(values, name + ".signal", step.signal());
            put(values, name + ".attempts", step.attempts());
        }
        return values;
    }

    private static @Nullable String withoutDigest(@Nullable String image) {
        return image == null ? null : image.replaceFirst("@sha256:[0-9a-f]{64}$", "");
    }

    private static void flatten(String path, JsonNode node, Map<String, String> values) {
        if (path.endsWith(".env")) {
            node.propertyNames().forEach(name -> values.put(path + "." + name, "set"));
        } else if (node.isContainer()) {
            for (int i = 0; node.isArray() && i < node.size(); i++) {
                flatten(path + "[" + i + "]", node.get(i), values);
            }
            node.properties().forEach(field -> flatten(path + "." + field.getKey(), field.getValue(), values));
        } else if (!node.isNull()) {
            values.put(path, node.asString());
        }
    }

    private static void put(Map<String, String> values, String name, @Nullable Object value) {
        if (value != null) {
            values.put(name, value.toString());
        }
    }

    private static @Nullable String shortened(@Nullable String value) {
        return value == null || value.length() <= LONGEST ? value : value.substring(0, LONGEST) + "…";
    }
}
