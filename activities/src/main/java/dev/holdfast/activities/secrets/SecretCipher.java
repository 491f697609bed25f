package dev.holdfast.activities.secrets;

import dev.holdfast.activities.history.SealedSecrets.Owner;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256-GCM. Owner and name are authenticated too, so that a row that was moved to another owner does not open. The
 * sealed form is one byte of version, the nonce, and the ciphertext with its tag.
 */
public final class SecretCipher {
    public static final int KEY_BYTES = 32;

    private static final byte VERSION = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final SecureRandom random = new SecureRandom();

    public SecretCipher(byte[] key) {
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException("the key for secrets has " + key.length + " bytes, not " + KEY_BYTES);
        }
        this.key = new SecretKeySpec(key, "AES");
    }

    public byte[] seal(Owner owner, String name, byte[] value) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, nonce, owner, name).doFinal(value);
            byte[] sealed = new byte[1 + NONCE_BYTES + encrypted.length];
            sealed[0] = VERSION;
            System.arraycopy(nonce, 0, sealed, 1, NONCE_BYTES);
            System.arraycopy(encrypted, 0, sealed, 1 + NONCE_BYTES, encrypted.length);
            return sealed;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** @throws SecretException when it was sealed under another key, for another owner, or was changed */
    public byte[] open(Owner owner, String name, byte[] sealed) {
        if (sealed.length < 1 + NONCE_BYTES || sealed[0] != VERSION) {
            throw SecretException.unusable(name, "its stored form is not known to this version");
        }
        byte[] nonce = Arrays.copyOfRange(sealed, 1, 1 + NONCE_BYTES);
        try {
            return cipher(Cipher.DECRYPT_MODE, nonce, owner, name)
                    .doFinal(sealed, 1 + NONCE_BYTES, sealed.length - 1 - NONCE_BYTES);
        } catch (AEADBadTagException wrongKey) {
            throw SecretException.unusable(
                    name, "the key does not open it; API and workers need the same HOLDFAST_SECRETS_KEY");
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, Owner owner, String name) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD((owner.kind() + "\0" + owner.id() + "\0" + name).getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
