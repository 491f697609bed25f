package dev.holdfast.cli.doctor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks an engine on a unix socket. HTTP 1.0 on purpose: the answer ends with the connection and is never chunked. */
final class UnixHttp {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path socket;

    UnixHttp(Path socket) {
        this.socket = socket;
    }

    JsonNode get(String path) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            String request = "GET " + path + " HTTP/1.0\r\nHost: localhost\r\n\r\n";
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            ByteBuffer buffer = ByteBuffer.allocate(16 * 1024);
            while (channel.read(buffer) >= 0) {
                answer.write(buffer.array(), 0, buffer.position());
                buffer.clear();
            }
            return body(answer.toString(StandardCharsets.UTF_8), path);
        }
    }

    private static JsonNode body(String answer, String path) throws IOException {
        int end = answer.indexOf("\r\n\r\n");
        if (end < 0 || !answer.matches("(?s)HTTP/1\\.[01] 200 .*")) {
            throw new IOException(
                    path + " was answered with '" + answer.lines().findFirst().orElse("") + "'");
        }
        return JSON.readTree(answer.substring(end + 4));
    }
}
