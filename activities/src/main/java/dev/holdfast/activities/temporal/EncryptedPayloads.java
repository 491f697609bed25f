package dev.holdfast.activities.temporal;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.EncodingKeys;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-256 in Galois/counter mode around every payload, metadata included. The key's id stands beside the content and is
 * authenticated with it. What was written before encryption was switched on is read as it is.
 */
final class EncryptedPayloads implements PayloadCodec {
    static final String ENCODING = "binary/encrypted";
    static final String KEY_ID = "encryption-key-id";

    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final PayloadKeys keys;

    EncryptedPayloads(PayloadKeys keys) {
        this.keys = keys;
    }

    @Override
    public List<Payload> encode(List<Payload> payloads) {
        return keys.isEmpty() ? payloads : payloads.stream().map(this::encode).toList();
    }

    @Override
    public List<Payload> decode(List<Payload> payloads) {
        return payloads.stream().map(this::decode).toList();
    }

    private Payload encode(Payload plain) {
        if (isEncrypted(plain)) {
            return plain;
        }
        String id = keys.newest();
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        byte[] content = run(Cipher.ENCRYPT_MODE, key(id), id, nonce, plain.toByteArray());
        return Payload.newBuilder()
                .putMetadata(EncodingKeys.METADATA_ENCODING_KEY, ByteString.copyFromUtf8(ENCODING))
                .putMetadata(KEY_ID, ByteString.copyFromUtf8(id))
                .setData(ByteString.copyFrom(nonce).concat(ByteString.copyFrom(content)))
                .build();
    }

    private Payload decode(Payload payload) {
        if (!isEncrypted(payload)) {
            return payload;
        }
        String id = payload.getMetadataOrDefault(KEY_ID, ByteString.EMPTY).toStringUtf8();
        byte[] data = payload.getData().toByteArray();
        if (data.length < NONCE_BYTES) {
            throw new PayloadCodecException("an encrypted payload is cut off");
        }
        byte[] nonce = Arrays.copyOf(data, NONCE_BYTES);
        byte[] content = Arrays.copyOfRange(data, NONCE_BYTES, data.length);
        try {
            return Payload.parseFrom(run(Cipher.DECRYPT_MODE, key(id), id, nonce, content));
        } catch (InvalidProtocolBufferException e) {
            throw new PayloadCodecException("what key '" + id + "' decrypted is not a payload", e);
        }
    }

    private static boolean isEncrypted(Payload payload) {
        return payload.getMetadataOrDefault(EncodingKeys.METADATA_ENCODING_KEY, ByteString.EMPTY)
                .toStringUtf8()
                .equals(ENCODING);
    }

    private SecretKey key(String id) {
        SecretKey key = keys.key(id);
        if (key == null) {
            throw new PayloadCodecException("a payload was encrypted with the key '" + id
                    + "', which this program was not given: add it to HOLDFAST_PAYLOAD_KEYS behind the newest one");
        }
        return key;
    }

    private static byte[] run(int mode, SecretKey key, String id, byte[] nonce, byte[] content) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(id.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new PayloadCodecException(
                    mode == Cipher.DECRYPT_MODE
                            ? "a payload was changed, or the key '" + id + "' is not the one that it was encrypted with"
                            : "a payload cannot be encrypted: " + e.getMessage(),
                    e);
        }
    }
}
