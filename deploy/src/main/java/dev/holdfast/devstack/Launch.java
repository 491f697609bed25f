package dev.holdfast.devstack;

import dev.holdfast.devstack.control.StopSignal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a part's process is started.
 *
 * @param environment what is added to this process's own environment
 * @param build what else makes two launches different, such as the age of the program's files
 */
record Launch(List<String> command, Map<String, String> environment, StopSignal stopSignal, String build) {
    /** Equal exactly when a process that was started before is what would be started now. */
    String fingerprint() {
        try {
            String text = String.join("\0", command) + "\0\0" + new TreeMap<>(environment) + "\0\0" + build;
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
