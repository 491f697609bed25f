package dev.holdfast.activities.secrets;

import dev.holdfast.activities.history.SealedSecrets;
import dev.holdfast.activities.history.SealedSecrets.Owner;
import java.util.Optional;

/** Rows that only the key opens. What belongs to the task wins over what belongs to its project. */
final class StoredSecrets implements SecretProvider {
    private final SealedSecrets rows;
    private final SecretCipher cipher;

    StoredSecrets(SealedSecrets rows, SecretCipher cipher) {
        this.rows = rows;
        this.cipher = cipher;
    }

    @Override
    public Optional<byte[]> find(SecretScope scope, String name) {
        return find(Owner.task(scope.taskId(), scope.requestedBy()), name)
                .or(() -> find(Owner.project(scope.project()), name));
    }

    private Optional<byte[]> find(Owner owner, String name) {
        return rows.find(owner, name).map(row -> cipher.open(owner, name, row));
    }

    @Override
    public String place(String name) {
        return "'holdfast secret set " + name + "'";
    }
}
