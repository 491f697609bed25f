package dev.holdfast.activities.sandbox.container;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** A registry on the loopback with one small image, which it may keep to itself for as long as it lives. */
final class TestRegistry implements AutoCloseable {
    private static final String MANIFEST = "application/vnd.docker.distribution.manifest.v2+json";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final boolean hangs;
    private final String repository = "holdfast-test/" + UUID.randomUUID();
    private final byte[] layer;
    private final byte[] config;
    private final byte[] manifest;

    private TestRegistry(boolean hangs) throws IOException {
        this.hangs = hangs;
        byte[] files = tar();
        layer = gzipped(files);
        config =
                ("{\"architecture\":\"amd64\",\"os\":\"linux\",\"config\":{},\"rootfs\":{\"type\":\"layers\",\"diff_ids\":[\""
                                + digest(files) + "\"]}}")
                        .getBytes(StandardCharsets.UTF_8);
        manifest = ("{\"schemaVersion\":2,\"mediaType\":\"" + MANIFEST + "\",\"config\":"
                        + descriptor("application/vnd.docker.container.image.v1+json", config) + ",\"layers\":["
                        + descriptor("application/vnd.docker.image.rootfs.diff.tar.gzip", layer) + "]}")
                .getBytes(StandardCharsets.UTF_8);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/v2/", this::answer);
        server.start();
    }

    static TestRegistry start() throws IOException {
        return new TestRegistry(false);
    }

    static TestRegistry thatHangs() throws IOException {
        return new TestRegistry(true);
    }

    String image() {
        return "127.0.0.1:" + server.getAddress().getPort() + "/" + repository + ":latest";
    }

    String digest() {
        return digest(manifest);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.contains("/blobs/") && hangs) {
            try {
                closing.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
            return;
        }
        Map<String, byte[]> known = Map.of(
                "/v2/" + repository + "/manifests/latest",
                manifest,
                "/v2/" + repository + "/manifests/" + digest(manifest),
                manifest,
                "/v2/" + repository + "/blobs/" + digest(config),
                config,
                "/v2/" + repository + "/blobs/" + digest(layer),
                layer,
                "/v2/",
                new byte[] {'{', '}'});
        byte[] body = known.get(path);
        if (path.contains("/manifests/")) {
            exchange.getResponseHeaders().set("Content-Type", MANIFEST);
            exchange.getResponseHeaders().set("Docker-Content-Digest", digest(manifest));
        }
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head && body != null) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
        }
        exchange.sendResponseHeaders(body == null ? 404 : 200, body == null || head ? -1 : body.length);
        if (body != null && !head) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    private static String descriptor(String type, byte[] content) {
        return "{\"mediaType\":\"" + type + "\",\"size\":" + content.length + ",\"digest\":\"" + digest(content)
                + "\"}";
    }

    private static byte[] tar() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            byte[] content = UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8);
            TarArchiveEntry entry = new TarArchiveEntry("file");
            entry.setSize(content.length);
            tar.putArchiveEntry(entry);
            tar.write(content);
            tar.closeArchiveEntry();
        }
        return bytes.toByteArray();
    }

    private static byte[] gzipped(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }

    private static String digest(byte[] content) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
