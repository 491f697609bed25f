package dev.holdfast.activities.sandbox.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import org.jspecify.annotations.Nullable;

/**
 * What sandboxes with a network trust beside the public authorities.
 *
 * @param bundle in PEM, which most programs read
 * @param javaStore the same in the form that a JVM reads
 */
record TrustedCertificates(Path bundle, Path javaStore) {
    private static final String FILE = "ca.jks";
    /** A store of certificates has nothing to hide; a JVM reads it without. */
    private static final String PASSWORD = "changeit";

    /** @param directory where the JVM's form is kept */
    static @Nullable TrustedCertificates of(@Nullable Path bundle, Path directory) throws IOException {
        if (bundle == null) {
            return null;
        }
        Path written = Files.createTempFile(directory, "ca", ".part");
        try {
            writeStore(bundle, written);
            Files.setPosixFilePermissions(
                    written, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
            Path store = directory.resolve(FILE);
            Files.move(written, store, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return new TrustedCertificates(bundle, store);
        } catch (GeneralSecurityException unreadable) {
            throw new IOException(
                    "the certificates in " + bundle + " cannot be read: " + unreadable.getMessage(), unreadable);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    private static void writeStore(Path bundle, Path target) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        try (InputStream pem = Files.newInputStream(bundle)) {
            int count = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("ca-" + count++, certificate);
            }
        }
        try (OutputStream out = Files.newOutputStream(target)) {
            store.store(out, PASSWORD.toCharArray());
        }
    }
}
