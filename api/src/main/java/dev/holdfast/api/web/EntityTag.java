package dev.holdfast.api.web;

import dev.holdfast.contract.ContractJson;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names what is sent by its content, so that a caller who has it already can say so. */
final class EntityTag {
    private static final int BYTES = 16;

    private EntityTag() {}

    static String of(Object answer) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(ContractJson.LENIENT.writeValueAsBytes(answer));
            return "\"" + HexFormat.of().formatHex(hash, 0, BYTES) + "\"";
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
