package dev.holdfast.lab.chaos;

import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.artifacts.BlobInfo;
import dev.holdfast.activities.artifacts.S3Config;
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Whether everything that S3 shows is whole: its content has the hash by which it is named. */
final class StorageLook {
    private final ChaosStack stack;
    private final Set<String> known = new HashSet<>();

    StorageLook(ChaosStack stack) {
        this.stack = stack;
    }

    /** Looks at each content once. */
    List<String> damaged() throws IOException {
        List<String> damaged = new ArrayList<>();
        S3Config config = new S3Config(
                "http://127.0.0.1:" + stack.portOf("s3"),
                stack.secret("s3.access-key"),
                stack.secret("s3.secret-key"),
                "holdfast",
                null,
                null);
        try (ArtifactStorage storage = ArtifactStorage.connect(config)) {
            List<BlobInfo> blobs = new ArrayList<>();
            storage.blobs().list(blobs::add);
            for (BlobInfo blob : blobs) {
                if (known.add(blob.ref().sha256())
                        && !isWhole(storage, blob.ref().sha256())) {
                    damaged.add("the blob " + blob.ref().sha256() + " is not whole");
                }
            }
        }
        return damaged;
    }

    private static boolean isWhole(ArtifactStorage storage, String sha256) throws IOException {
        try (InputStream content = storage.blobs().get(sha256);
                DigestInputStream digest = new DigestInputStream(content, MessageDigest.getInstance("SHA-256"))) {
            digest.transferTo(java.io.OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.getMessageDigest().digest()).equals(sha256);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        } catch (dev.holdfast.activities.artifacts.ArtifactException damaged) {
            return false;
        }
    }
}
