package dev.holdfast.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Who can read this file is the operator of this host: it is made anew at every start, for its owner's eyes only. */
final class HostKey {
    private static final String SCHEME = "Bearer ";

    private final String value;

    private HostKey(String value) {
        this.value = value;
    }

    static HostKey writtenTo(Path file) {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        String value = HexFormat.of().formatHex(random);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path temporary = Files.createTempFile(
                    file.toAbsolutePath().getParent(),
                    "key",
                    "",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(temporary, value);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("the key of this host cannot be kept in " + file + ": " + e.getMessage(), e);
        }
        return new HostKey(value);
    }

    private boolean opens(@Nullable String authorization) {
        return authorization != null
                && MessageDigest.isEqual(
                        (SCHEME + value).getBytes(StandardCharsets.UTF_8),
                        authorization.getBytes(StandardCharsets.UTF_8));
    }

    void require(@Nullable String authorization) {
        if (!opens(authorization)) {
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED);
        }
    }
}
