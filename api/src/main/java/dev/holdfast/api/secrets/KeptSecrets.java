package dev.holdfast.api.secrets;

import dev.holdfast.activities.history.SealedSecrets;
import dev.holdfast.activities.history.SealedSecrets.Owner;
import dev.holdfast.activities.secrets.SecretCipher;
import dev.holdfast.activities.secrets.SecretRules;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.SecretRef;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.SecretInfo;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Seals what callers bring, for a project or for one task alone. */
public final class KeptSecrets {
    private final SealedSecrets rows;
    private final Supplier<SecretCipher> cipher;
    private final Clock clock;

    /** @param cipher asked for when it is first needed: most callers bring no secrets */
    public KeptSecrets(SealedSecrets rows, Supplier<SecretCipher> cipher, Clock clock) {
        this.rows = rows;
        this.cipher = cipher;
        this.clock = clock;
    }

    public void keep(ProjectId project, String name, byte[] value, String caller) {
        SecretRef.checkName("name", name);
        SecretRules.check("value", value);
        Owner owner = Owner.project(project);
        rows.put(owner, name, cipher.get().seal(owner, name, value), caller, clock.instant());
    }

    public List<SecretInfo> list(Optional<ProjectId> project) {
        return rows.list(project).stream()
                .map(stored -> new SecretInfo(stored.project(), stored.name(), stored.createdBy(), stored.at()))
                .toList();
    }

    /** False when there is none. */
    public boolean forget(ProjectId project, String name) {
        return rows.remove(Owner.project(project), name);
    }

    /** @throws InvalidFieldException when a value is for nothing, too short, or stands in the spec itself */
    public void check(TaskSpec spec, Map<String, String> values) {
        values.forEach((name, value) -> {
            String field = "secretValues." + name;
            if (spec.secrets().stream().noneMatch(ref -> ref.name().equals(name))) {
                throw new InvalidFieldException(
                        field, "is not named in secrets; add {\"name\": \"" + name + "\"} there");
            }
            SecretRules.check(field, value.getBytes(StandardCharsets.UTF_8));
        });
        if (!values.isEmpty()) {
            refuseInPlain("", ContractJson.LENIENT.valueToTree(spec), values);
        }
    }

    /** A spec is kept and shown for ever, so what is a secret has no place in it. */
    private static void refuseInPlain(String path, JsonNode node, Map<String, String> values) {
        if (node.isString()) {
            values.forEach((name, value) -> {
                if (node.stringValue().contains(value)) {
                    throw new InvalidFieldException(
                            path, "holds the value of the secret '" + name + "'; refer to it as $" + name);
                }
            });
        }
        for (int i = 0; i < node.size() && node.isArray(); i++) {
            refuseInPlain(path + "[" + i + "]", node.get(i), values);
        }
        node.properties()
                .forEach(field -> refuseInPlain(
                        path.isEmpty() ? field.getKey() : path + "." + field.getKey(), field.getValue(), values));
    }

    /** For this task alone, before it is started; a repetition changes nothing. */
    public void keep(TaskId taskId, Map<String, String> values, String caller) {
        Owner owner = Owner.task(taskId, caller);
        values.forEach((name, value) -> rows.putNew(
                owner,
                name,
                cipher.get().seal(owner, name, value.getBytes(StandardCharsets.UTF_8)),
                caller,
                clock.instant()));
    }
}
