package dev.holdfast.activities.artifacts;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SHA-256 by the processor's own instructions. The JVM uses them only in code that its slow compiler made, which the
 * programs of a small machine run without; there its own digest makes some 30 MB a second, and this one a thousand.
 */
public final class NativeDigests {
    private static final Logger LOG = LoggerFactory.getLogger(NativeDigests.class);

    private NativeDigests() {}

    /** Loaded when it is first asked for, which takes a moment. */
    private static final class Loaded {
        static final @Nullable Provider PROVIDER = provider();

        private static @Nullable Provider provider() {
            try {
                AmazonCorrettoCryptoProvider provider = AmazonCorrettoCryptoProvider.INSTANCE;
                Throwable missing = provider.getLoadingError();
                if (missing == null) {
                    return provider;
                }
                LOG.info("hashes are made by the JVM itself: {}", missing.toString());
            } catch (LinkageError | RuntimeException other) {
                LOG.info("hashes are made by the JVM itself: {}", other.toString());
            }
            return null;
        }
    }

    /** Whether this machine has them. */
    public static boolean available() {
        return Loaded.PROVIDER != null;
    }

    /** Loads them beside whatever else is done. */
    public static void prepare() {
        Thread.ofPlatform().daemon().name("native-digests").start(NativeDigests::available);
    }

    /** The JVM's own where there is none. */
    public static MessageDigest sha256() {
        try {
            Provider provider = Loaded.PROVIDER;
            return provider == null
                    ? MessageDigest.getInstance("SHA-256")
                    : MessageDigest.getInstance("SHA-256", provider);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
