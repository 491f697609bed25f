package dev.holdfast.cli.mcp;

import dev.holdfast.cli.stack.OwnProgram;
import dev.holdfast.cli.stack.StackAccess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The tools for agents on stdin and stdout. */
@Command(
        name = "mcp",
        mixinStandardHelpOptions = true,
        description = {
            "Serves Holdfast's tools to an agent on stdin and stdout (Model Context Protocol).",
            "Agents start it themselves; it ends when they close its input. Holdfast is started when it does not run."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  In an agent's configuration: {\"mcpServers\": {\"holdfast\": {\"command\": \"/path/to/holdfast\","
                    + " \"args\": [\"mcp\"]}}}",
            "  docs/mcp.md has more, also for agents that connect by HTTP."
        })
public final class McpCommand implements Callable<Integer> {
    private static final String MAIN = "dev.holdfast.mcp.StdioServer";

    /** Nothing but messages of the protocol may come out of stdout, so all else goes to stderr. */
    @Override
    public Integer call() throws IOException, InterruptedException {
        StackAccess access = StackAccess.ensureRunning(System.err::println);
        return OwnProgram.run(
                "mcp",
                MAIN,
                List.of(),
                List.of(),
                Map.of(StackAccess.API_URL, access.baseUrl().toString(), StackAccess.API_TOKEN, access.token()));
    }
}
