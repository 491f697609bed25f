package dev.holdfast.mcp;

import dev.holdfast.client.Holdfast;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;

/** The tools on stdin and stdout, for agents that start their servers: what {@code holdfast mcp} runs. */
public final class StdioServer {
    private StdioServer() {}

    public static void main(String[] arguments) throws InterruptedException {
        Holdfast holdfast = Holdfast.builder()
                .baseUrl(required("HOLDFAST_API_URL"))
                .token(required("HOLDFAST_API_TOKEN"))
                .build();
        Ending input = new Ending(System.in);
        var server = McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper(), input, System.out))
                .serverInfo(HoldfastTools.NAME, HoldfastTools.version())
                .instructions(HoldfastTools.instructions());
        HoldfastTools.all()
                .forEach(tool ->
                        server.toolCall(tool.description(), (exchange, request) -> tool.call(holdfast, request)));
        McpSyncServer running = server.build();
        input.ended.await();
        running.closeGracefully();
        System.exit(0);
    }

    private static String required(String name) {
        String value = System.getenv(name);
        if (value == null || value.isBlank()) {
            System.err.println("holdfast: " + name + " is not set; start this program by 'holdfast mcp'");
            System.exit(125);
        }
        return String.valueOf(value);
    }

    /** The agent closes the server's input when it is done with it. */
    private static final class Ending extends FilterInputStream {
        private final CountDownLatch ended = new CountDownLatch(1);

        Ending(InputStream input) {
            super(input);
        }

        @Override
        public int read() throws IOException {
            return noted(super.read());
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return noted(super.read(bytes, offset, length));
        }

        private int noted(int read) {
            if (read < 0) {
                ended.countDown();
            }
            return read;
        }
    }
}
