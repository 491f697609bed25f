package dev.holdfast.mcp;

import dev.holdfast.client.Holdfast;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.DefaultServerTransportSecurityValidator;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tools over streamable HTTP, without sessions: each request stands for itself, so any of several servers can answer
 * it. Built at the first request, because most servers start more often than an agent calls.
 */
public final class McpServlet extends HttpServlet {
    public static final String PATH = "/mcp";

    private static final long serialVersionUID = 1L;
    private static final String TOKEN = "token";
    private static final String SCHEME = "Bearer ";
    private static final int MOST_REQUEST_BYTES = 4 << 20;

    private final transient Function<String, Holdfast> connect;
    private transient @Nullable HttpServletStatelessServerTransport transport;

    /**
     * @param connect makes the client for a caller's token: what a tool does is asked for by its caller, with the
     *     caller's own rights
     */
    public McpServlet(Function<String, Holdfast> connect) {
        this.connect = connect;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        transport().service(request, response);
    }

    private synchronized HttpServletStatelessServerTransport transport() {
        HttpServletStatelessServerTransport made = transport;
        if (made == null) {
            made = build();
            transport = made;
        }
        return made;
    }

    private HttpServletStatelessServerTransport build() {
        HttpServletStatelessServerTransport made = HttpServletStatelessServerTransport.builder()
                .messageEndpoint(PATH)
                .maxRequestSize(MOST_REQUEST_BYTES)
                // Pages of browsers send an origin, and none of them is allowed.
                .httpHeaderValidator(
                        DefaultServerTransportSecurityValidator.builder().build())
                .contextExtractor(request -> McpTransportContext.create(Map.of(TOKEN, token(request))))
                .build();
        var server = McpServer.sync(made)
                .serverInfo(HoldfastTools.NAME, HoldfastTools.version())
                .instructions(HoldfastTools.instructions())
                // The request's own (virtual) thread waits.
                .immediateExecution(true);
        HoldfastTools.all()
                .forEach(tool -> server.toolCall(
                        tool.description(),
                        (context, request) -> tool.call(connect.apply((String) context.get(TOKEN)), request)));
        server.build();
        return made;
    }

    /** Whoever is here was let in by it. */
    private static String token(HttpServletRequest request) {
        String authorization = String.valueOf(request.getHeader("Authorization"));
        return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? authorization.substring(SCHEME.length()).strip()
                : "";
    }
}
