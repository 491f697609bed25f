package dev.holdfast.acceptance;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds images for tests, where HTTPS may be signed anew on its way as behind a company's proxy. */
final class ProjectImages {
    /** Has an old .NET SDK, since no newer one can be had by package registries alone. */
    static final String DOTNET = "holdfast-acceptance-dotnet:latest";

    private ProjectImages() {}

    static @Nullable String certificates() {
        return System.getenv("SSL_CERT_FILE");
    }

    static void dotnet() {
        String root = Objects.requireNonNull(System.getProperty("holdfast.root"));
        build(Path.of(root, "acceptance", "src", "test", "images", "dotnet"), DOTNET, List.of());
    }

    /** By Debian's client, which has BuildKit without a plugin. */
    static void build(Path context, String tag, List<String> options) {
        List<String> build = new ArrayList<>(List.of("env", "DOCKER_BUILDKIT=1", "/usr/bin/docker", "build"));
        String certificates = certificates();
        if (certificates != null) {
            build.addAll(List.of("--secret", "id=ca,src=" + certificates));
            build.addAll(List.of("--secret", "id=jks,src=" + keyStore(Path.of(certificates))));
        }
        build.addAll(options);
        build.addAll(List.of("--tag", tag, context.toString()));
        Shell.succeed(build);
    }

    static Shell.Ended run(String... options) {
        List<String> command = new ArrayList<>(List.of("docker", "run", "--rm"));
        command.addAll(List.of(options));
        return Shell.run(command, Map.of());
    }

    /** The same certificates as Java wants them; without a password it reads this kind only. */
    private static Path keyStore(Path certificates) {
        try {
            KeyStore store = KeyStore.getInstance("JKS");
            store.load(null, null);
            int number = 0;
            for (Certificate one : CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(certificates)))) {
                store.setCertificateEntry("ca" + number++, one);
            }
            Path file = Files.createTempFile("holdfast-acceptance-", ".jks");
            file.toFile().deleteOnExit();
            try (OutputStream out = Files.newOutputStream(file)) {
                store.store(out, "changeit".toCharArray());
            }
            return file;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError("the certificates cannot be put into a key store", e);
        }
    }
}
