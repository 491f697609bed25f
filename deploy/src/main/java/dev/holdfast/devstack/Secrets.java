package dev.holdfast.devstack;

import dev.holdfast.devstack.control.StackHome;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Properties;

/** What the parts identify each other by: made once, readable only by the owner of the stack. */
record Secrets(String postgresPassword, String s3AccessKey, String s3SecretKey) {
    static Secrets of(StackHome home) throws IOException {
        ownedFile(home.token(), random(32) + "\n");
        Path file = home.directory().resolve("secrets.properties");
        ownedFile(
                file,
                String.join(
                        "\n",
                        "postgres.password=" + random(16),
                        "s3.access-key=" + random(10),
                        "s3.secret-key=" + random(20),
                        ""));
        Properties kept = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            kept.load(in);
        }
        return new Secrets(
                value(file, kept, "postgres.password"),
                value(file, kept, "s3.access-key"),
                value(file, kept, "s3.secret-key"));
    }

    private static String value(Path file, Properties kept, String name) {
        String value = kept.getProperty(name);
        if (value == null) {
            throw new StackFailure(file + " has no '" + name + "': restore the file, or remove it together with the"
                    + " data that it belongs to");
        }
        return value;
    }

    /** Written aside and then linked, so that a crash leaves no empty file that later counts as a secret. */
    private static void ownedFile(Path file, String text) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        Path next = Files.createTempFile(
                file.getParent(),
                "secret",
                null,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(next, text);
            Files.createLink(file, next);
        } catch (FileAlreadyExistsException madeMeanwhile) {
            // the other one's is as good
        } finally {
            Files.delete(next);
        }
    }

    private static String random(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
