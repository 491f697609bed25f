package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The tools as the official Python client of MCP sees them: another implementation than the one they are served by. */
@ExtendWith(WithStack.class)
class PythonClientTest {
    private static final String PROGRAM = """
            import asyncio, json, os, sys
            from mcp import ClientSession, StdioServerParameters
            from mcp.client.stdio import stdio_client

            async def main():
                server = StdioServerParameters(command=sys.argv[1], args=["mcp"], env=dict(os.environ))
                async with stdio_client(server) as (read, write):
                    async with ClientSession(read, write) as session:
                        await session.initialize()
                        tools = await session.list_tools()
                        print(" ".join(sorted(tool.name for tool in tools.tools)))
                        result = await session.call_tool("task_run", {"command": "echo hi; exit 3", "wait_seconds": 50})
                        text = result.content[0].text
                        print(json.loads(text)["exit_code"])

            asyncio.run(main())
            """;

    private final StackUnderTest stack;

    @TempDir
    Path directory;

    PythonClientTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void anotherClientListsAndCallsTheTools() throws IOException {
        Path program = Files.writeString(directory.resolve("agent.py"), PROGRAM);

        Shell.Ended ended = Shell.run(
                List.of(
                        PythonTools.program("python3").toString(),
                        program.toString(),
                        stack.launcher().toString()),
                stack.environment());

        assertThat(ended.exitCode()).as(ended.stderr()).isZero();
        assertThat(ended.stdout().lines().toList())
                .containsExactly(
                        "artifact_get code_validate command_run file_read file_write project_detect project_run"
                                + " task_cancel task_close task_logs task_run task_status test_results",
                        "3");
    }
}
