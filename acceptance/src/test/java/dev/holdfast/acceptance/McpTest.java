package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An agent's work in real sandboxes, over both transports. */
@ExtendWith(WithStack.class)
class McpTest {
    private final StackUnderTest stack;

    McpTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void anAgentWorksInASandboxOverHttp() {
        works(HttpClientStreamableHttpTransport.builder(stack.apiUrl())
                .endpoint("/mcp")
                .requestBuilder(HttpRequest.newBuilder().header("Authorization", "Bearer " + stack.token()))
                .build());
    }

    @Test
    void anAgentWorksInASandboxOverTheProcessThatItStarts() {
        works(new StdioClientTransport(
                ServerParameters.builder(stack.launcher().toString())
                        .arg("mcp")
                        .env(stack.environment())
                        .build(),
                McpJsonDefaults.getMapper()));
    }

    /** Opens a sandbox, writes a program, runs it, reads what it wrote, closes, and gets what was kept. */
    private static void works(McpClientTransport transport) {
        try (McpSyncClient agent = McpClient.sync(transport)
                .requestTimeout(StackUnderTest.EVENTUALLY)
                .initializationTimeout(Duration.ofMinutes(1))
                .build()) {
            agent.initialize();
            Map<String, Object> opened = call(
                    agent, "task_run", Map.of("keep_open", true, "artifacts", List.of("out/**"), "wait_seconds", 50));
            Object task = Objects.requireNonNull(opened.get("task_id"));
            call(
                    agent,
                    "file_write",
                    Map.of(
                            "task_id",
                            task,
                            "path",
                            "work.sh",
                            "content",
                            "mkdir -p out; echo done > out/state; exit 3"));
            Map<String, Object> ran = call(
                    agent,
                    "command_run",
                    Map.of("task_id", task, "command", "sh work.sh; code=$?; echo said; exit $code"));
            Map<String, Object> read = call(agent, "file_read", Map.of("task_id", task, "path", "out/state"));
            Map<String, Object> closed = call(agent, "task_close", Map.of("task_id", task));
            Map<String, Object> kept = call(agent, "artifact_get", Map.of("task_id", task, "path", "out/state"));

            assertThat(ran).containsEntry("running", false).containsEntry("exit_code", 3);
            assertThat(String.valueOf(ran.get("untrusted_output"))).contains("said");
            assertThat(read).containsEntry("untrusted_text", "done\n").containsEntry("end", true);
            assertThat(closed).containsEntry("running", false).containsEntry("artifact_count", 1);
            assertThat(kept).containsEntry("untrusted_text", "done\n");
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> call(McpSyncClient agent, String tool, Map<String, Object> arguments) {
        CallToolResult result = agent.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
        assertThat(result.isError()).as("%s: %s", tool, result.content()).isNotEqualTo(true);
        return (Map<String, Object>) Objects.requireNonNull(result.structuredContent());
    }
}
