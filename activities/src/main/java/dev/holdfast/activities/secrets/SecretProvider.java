package dev.holdfast.activities.secrets;

import dev.holdfast.activities.history.SealedSecrets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A place that secrets come from. Values are never logged, and no failure may carry one in its message. */
public interface SecretProvider {
    /** Empty when this place has none of that name for this task. */
    Optional<byte[]> find(SecretScope scope, String name);

    /** Where an operator puts a secret so that this place has it, for messages. */
    String place(String name);

    /** Variables of this process that begin with {@code HOLDFAST_SECRET_}; no other of its variables can be reached. */
    static SecretProvider environment(Map<String, String> environment) {
        return new EnvironmentSecrets(environment);
    }

    /** Files of a directory, each named as its secret, as Docker and Kubernetes mount them. */
    static SecretProvider files(Path directory) {
        return new FileSecrets(directory);
    }

    /** What callers brought for one task, and what {@code holdfast secret set} keeps for a project. */
    static SecretProvider stored(SealedSecrets rows, SecretCipher cipher) {
        return new StoredSecrets(rows, cipher);
    }
}
