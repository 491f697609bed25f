package dev.holdfast.activities.bundle;

import dev.holdfast.activities.artifacts.BlobRef;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.contract.ContractJson;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a bundle once from its beginning to its end, and believes nothing that the manifest does not say. Names only choose
 * between places of our own; none becomes a path.
 */
final class Unpacking {
    private static final int LARGEST_DOCUMENT = 64 << 20;
    private static final List<String> DOCUMENTS = List.of(
            BundlePaths.SPEC,
            BundlePaths.RESULT,
            BundlePaths.ARTIFACTS,
            BundlePaths.WORKFLOW,
            BundlePaths.TESTS,
            BundlePaths.USAGE,
            BundlePaths.ENVIRONMENT,
            BundlePaths.PROVENANCE);

    private final BlobStore blobs;
    private final Path log;
    private final Map<String, byte[]> documents = new HashMap<>();
    private final Map<String, Long> contents = new TreeMap<>();
    private @Nullable Manifest manifest;
    private String id = "";

    Unpacking(BlobStore blobs, Path log) {
        this.blobs = blobs;
        this.log = log;
    }

    Manifest manifest() {
        if (manifest == null) {
            throw new BundleException("it has no manifest: it is not a bundle of a task");
        }
        return manifest;
    }

    String id() {
        return id;
    }

    byte[] document(String path) {
        return optional(path).orElseThrow(() -> new BundleException("'" + path + "' is missing"));
    }

    Optional<byte[]> optional(String path) {
        return Optional.ofNullable(documents.get(path));
    }

    Map<String, Long> contents() {
        return contents;
    }

    void read(InputStream bundle) throws IOException {
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new GZIPInputStream(bundle), StandardCharsets.UTF_8.name())) {
            TarArchiveEntry first = tar.getNextEntry();
            if (first == null || !first.getName().equals(Manifest.PATH) || !first.isCheckSumOK()) {
                throw new BundleException("its first entry is not " + Manifest.PATH + ": it is not a bundle of a task");
            }
            byte[] bytes = bounded(Manifest.PATH, tar);
            id = Hashes.of(bytes);
            manifest = ContractJson.LENIENT.readValue(bytes, Manifest.class);
            requireKnown(manifest);
            Iterator<Manifest.File> files = manifest.files().iterator();
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                take(entry, files, tar);
            }
            if (files.hasNext()) {
                throw new BundleException("it is cut: '" + files.next().path() + "' is missing");
            }
        } catch (ZipException | EOFException broken) {
            throw new BundleException("it is damaged or cut: " + broken.getMessage());
        }
    }

    private static void requireKnown(Manifest manifest) {
        if (!Manifest.FORMAT.equals(manifest.format()) || manifest.version() != Manifest.VERSION) {
            throw new BundleException("its format is " + manifest.format() + " " + manifest.version()
                    + ", and this version knows " + Manifest.FORMAT + " " + Manifest.VERSION);
        }
    }

    private void take(TarArchiveEntry entry, Iterator<Manifest.File> files, InputStream content) throws IOException {
        Manifest.File said = files.hasNext() ? files.next() : null;
        if (said == null || !said.path().equals(entry.getName()) || !entry.isFile() || !entry.isCheckSumOK()) {
            throw new BundleException("'" + entry.getName() + "' is not what the manifest says comes here");
        }
        BlobRef found = keep(said, content);
        if (!found.sha256().equals(said.sha256()) || found.size() != said.size()) {
            throw new BundleException(
                    "'" + said.path() + "' does not have the hash that the manifest says: the bundle was changed");
        }
    }

    private BlobRef keep(Manifest.File file, InputStream content) throws IOException {
        if (DOCUMENTS.contains(file.path())) {
            byte[] bytes = bounded(file.path(), content);
            documents.put(file.path(), bytes);
            return new BlobRef(Hashes.of(bytes), bytes.length);
        }
        if (file.path().equals(BundlePaths.LOG)) {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(log))) {
                content.transferTo(out);
            }
            return new BlobRef(Hashes.of(log), Files.size(log));
        }
        if (BundlePaths.isBlob(file.path()) && BundlePaths.hashOf(file.path()).equals(file.sha256())) {
            // Stored under its own hash: content that is not what it should be is only ever found as what it is.
            BlobRef stored = blobs.put(content, file.size());
            contents.put(stored.sha256(), stored.size());
            return stored;
        }
        throw new BundleException("'" + file.path() + "' has no place in a bundle");
    }

    private static byte[] bounded(String path, InputStream content) throws IOException {
        byte[] bytes = content.readNBytes(LARGEST_DOCUMENT + 1);
        if (bytes.length > LARGEST_DOCUMENT) {
            throw new BundleException("'" + path + "' is larger than " + LARGEST_DOCUMENT + " bytes");
        }
        return bytes;
    }
}
