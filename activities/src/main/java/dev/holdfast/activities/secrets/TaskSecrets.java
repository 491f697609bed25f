package dev.holdfast.activities.secrets;

import dev.holdfast.activities.secrets.masking.Masks;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.SecretRef;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Finds the secrets that a task names, where its steps are started. The first place that has one wins. */
public final class TaskSecrets {
    private final List<SecretProvider> providers;

    public TaskSecrets(List<SecretProvider> providers) {
        this.providers = List.copyOf(providers);
    }

    /** @throws SecretException when one cannot be had */
    public void require(SecretScope scope, List<SecretRef> secrets) {
        secrets.forEach(secret -> value(scope, secret.name()));
    }

    /**
     * @param plainEnv what the spec sets in plain: values of variables that look secret are masked too
     * @throws SecretException when one cannot be had
     */
    public StepSecrets resolve(SecretScope scope, List<SecretRef> secrets, Map<String, String> plainEnv) {
        Map<String, String> env = new HashMap<>();
        Map<String, String> files = new HashMap<>();
        List<byte[]> masked = new ArrayList<>();
        for (SecretRef secret : secrets) {
            byte[] value = value(scope, secret.name());
            String text = new String(value, StandardCharsets.UTF_8);
            if (secret.env() != null) {
                env.put(secret.env(), text);
            }
            if (secret.file() != null) {
                files.put(secret.file(), text);
            }
            masked.add(value);
        }
        plainEnv.entrySet().stream()
                .filter(SecretRules::looksSecret)
                .forEach(variable -> masked.add(variable.getValue().getBytes(StandardCharsets.UTF_8)));
        return new StepSecrets(env, files, masked.isEmpty() ? Masks.NONE : Masks.of(masked));
    }

    private byte[] value(SecretScope scope, String name) {
        for (SecretProvider provider : providers) {
            var found = provider.find(scope, name);
            if (found.isPresent()) {
                return checked(name, found.get());
            }
        }
        throw SecretException.missing(
                name, providers.stream().map(provider -> provider.place(name)).collect(Collectors.joining(", ")));
    }

    private static byte[] checked(String name, byte[] value) {
        try {
            SecretRules.check("value", value);
            return value;
        } catch (InvalidFieldException wrong) {
            throw SecretException.unusable(name, String.valueOf(wrong.getMessage()));
        }
    }
}
