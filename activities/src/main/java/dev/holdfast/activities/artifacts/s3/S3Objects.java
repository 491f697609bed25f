package dev.holdfast.activities.artifacts.s3;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.artifacts.BlobRef;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.artifacts.NamedObjects;
import dev.holdfast.contract.InvalidFieldException;
import io.minio.PutObjectAPIArgs;
import io.minio.RemoveObjectArgs;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.regex.Pattern;

/** Objects by name. Storing is one request, or parts that become visible together. */
final class S3Objects implements NamedObjects {
    private static final Pattern NAME =
            Pattern.compile("(?=.{1,512}$)[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");

    private final S3Connection connection;

    S3Objects(S3Connection connection) {
        this.connection = connection;
    }

    private static String address(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidFieldException("name", "'" + name + "' is not the name of an object");
        }
        return "objects/" + name;
    }

    @Override
    public BlobRef store(String name, Content content) throws IOException {
        String object = address(name);
        try (PartedOutput output = new PartedOutput(connection, object, BlobStore.UNKNOWN_SIZE)) {
            content.writeTo(output);
            BlobRef ref = output.ref();
            if (output.isWhole()) {
                var args = PutObjectAPIArgs.builder()
                        .bucket(connection.bucket())
                        .object(object)
                        .data(output.bytes(), (int) ref.size())
                        .build();
                connection.request("store " + object, client -> client.putObject(args));
            } else {
                output.completeParts();
            }
            return ref;
        }
    }

    @Override
    public Optional<InputStream> open(String name) {
        try {
            return Optional.of(new ObjectInput(connection, address(name), 0, null, null));
        } catch (ArtifactException problem) {
            if (problem.error() == ArtifactError.BLOB_MISSING) {
                return Optional.empty();
            }
            throw problem;
        }
    }

    @Override
    public void remove(String name) {
        var args = RemoveObjectArgs.builder()
                .bucket(connection.bucket())
                .object(address(name))
                .build();
        connection.request("remove " + name, client -> client.removeObject(args));
    }
}
