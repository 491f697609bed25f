package dev.holdfast.devstack;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.net.URI;
import java.util.Map;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;

/** The process behind {@link S3Part}. Configured by its environment, because arguments are for everybody to see. */
final class S3Server {
    static final String DIRECTORY = "HOLDFAST_S3_DIRECTORY";
    static final String ENDPOINT = "HOLDFAST_S3_ENDPOINT";
    static final String ACCESS_KEY = "HOLDFAST_S3_ACCESS_KEY";
    static final String SECRET_KEY = "HOLDFAST_S3_SECRET_KEY";

    private S3Server() {}

    public static void main(String[] arguments) throws Exception {
        hashQuickly();
        started(System.getenv()); // its threads keep the process alive
    }

    /**
     * It hashes all that comes in, and the JVM's own digest is slow without the slow compiler, which this process does
     * without. Where the other is not available it stays with the JVM's.
     */
    private static void hashQuickly() {
        try {
            if (AmazonCorrettoCryptoProvider.INSTANCE.getLoadingError() == null) {
                AmazonCorrettoCryptoProvider.install();
            }
        } catch (LinkageError | RuntimeException unavailable) {
            System.err.println("hashes are made by the JVM itself: " + unavailable);
        }
    }

    static S3Proxy started(Map<String, String> environment) throws Exception {
        S3Proxy server = S3Proxy.builder()
                .blobStore(new FilesystemNio2BlobStore(required(environment, DIRECTORY)))
                .endpoint(URI.create(required(environment, ENDPOINT)))
                .awsAuthentication(
                        AuthenticationType.AWS_V2_OR_V4,
                        required(environment, ACCESS_KEY),
                        required(environment, SECRET_KEY))
                .build();
        server.start();
        return server;
    }

    private static String required(Map<String, String> environment, String name) {
        String value = environment.get(name);
        if (value == null) {
            throw new IllegalStateException(name + " is not set");
        }
        return value;
    }
}
