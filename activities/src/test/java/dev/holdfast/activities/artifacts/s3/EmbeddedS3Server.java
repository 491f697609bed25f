package dev.holdfast.activities.artifacts.s3;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;

/** The S3 server that one machine without set-up uses: a directory behind s3proxy. */
public final class EmbeddedS3Server implements S3Server {
    private final S3Proxy proxy;
    private final Path directory;

    private EmbeddedS3Server(S3Proxy proxy, Path directory) {
        this.proxy = proxy;
        this.directory = directory;
    }

    public static EmbeddedS3Server start() {
        try {
            Path directory = Files.createTempDirectory("holdfast-s3proxy-");
            S3Proxy proxy = S3Proxy.builder()
                    .blobStore(new FilesystemNio2BlobStore(directory.toString()))
                    .endpoint(URI.create("http://127.0.0.1:0"))
                    .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, "holdfast", "holdfast-secret")
                    .build();
            proxy.start();
            return new EmbeddedS3Server(proxy, directory);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + proxy.getPort());
    }

    @Override
    public String accessKey() {
        return "holdfast";
    }

    @Override
    public String secretKey() {
        return "holdfast-secret";
    }

    @Override
    public void close() {
        try {
            proxy.stop();
            MinioServer.deleteRecursively(directory);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
