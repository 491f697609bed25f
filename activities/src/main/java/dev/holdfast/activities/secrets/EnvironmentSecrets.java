package dev.holdfast.activities.secrets;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** Variables of the worker. */
final class EnvironmentSecrets implements SecretProvider {
    private static final String PREFIX = "HOLDFAST_SECRET_";

    private final Map<String, String> environment;

    EnvironmentSecrets(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Optional<byte[]> find(SecretScope scope, String name) {
        return Optional.ofNullable(environment.get(PREFIX + name)).map(value -> value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String place(String name) {
        return "the worker's variable " + PREFIX + name;
    }
}
