package dev.holdfast.api.mcp;

import dev.holdfast.client.Holdfast;
import dev.holdfast.mcp.McpServlet;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Serves the tools in this process. Each tool asks this API over loopback with the token of its caller, so that rights,
 * projects, limits, checks and audit are those of REST and cannot differ (docs/adr/0008).
 */
@Configuration(proxyBeanMethods = false)
class McpEndpoint {
    private static final Set<String> EVERYWHERE = Set.of("", "0.0.0.0", "::", "[::]");

    @Bean
    ServletRegistrationBean<McpServlet> mcp(Environment environment) {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        Supplier<String> own = () -> ownUrl(environment);
        McpServlet servlet = new McpServlet(token -> Holdfast.builder()
                .baseUrl(own.get())
                .token(token)
                .httpClient(http)
                .build());
        return new ServletRegistrationBean<>(servlet, McpServlet.PATH);
    }

    /** The port is known only when the server listens. */
    private static String ownUrl(Environment environment) {
        String given = environment.getProperty("holdfast.api.own-url", "");
        if (!given.isBlank()) {
            return given.strip();
        }
        String address = environment.getProperty("server.address", "");
        return "http://" + (EVERYWHERE.contains(address) ? "127.0.0.1" : address) + ":"
                + environment.getRequiredProperty("local.server.port");
    }
}
