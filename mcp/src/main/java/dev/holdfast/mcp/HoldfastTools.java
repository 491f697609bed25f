package dev.holdfast.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** All tools. Each is described by the file of its name beside this class. */
final class HoldfastTools {
    static final String NAME = "holdfast";

    private HoldfastTools() {}

    static List<HoldfastTool> all() {
        return List.of(
                tool("task_run", TaskTools::run),
                tool("task_status", TaskTools::status),
                tool("task_logs", TaskTools::logs),
                tool("task_cancel", TaskTools::cancel),
                tool("task_close", OpenTaskTools::close),
                tool("command_run", OpenTaskTools::command),
                tool("file_write", OpenTaskTools::write),
                tool("file_read", FileTools::read),
                tool("artifact_get", FileTools::artifact),
                tool("project_detect", ProjectTools::detect),
                tool("project_run", ProjectTools::run),
                tool("test_results", ProjectTools::results),
                tool("code_validate", ProjectTools::validate));
    }

    static String instructions() {
        return resource("instructions.txt");
    }

    static String version() {
        return resource("version.txt").strip();
    }

    private static HoldfastTool tool(String name, HoldfastTool.Action action) {
        try {
            return new HoldfastTool(
                    McpJsonDefaults.getMapper().readValue(resource(name + ".json"), Tool.class), action);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String resource(String name) {
        try (InputStream content = HoldfastTools.class.getResourceAsStream(name)) {
            if (content == null) {
                throw new IllegalStateException(name + " is missing from the class path");
            }
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
