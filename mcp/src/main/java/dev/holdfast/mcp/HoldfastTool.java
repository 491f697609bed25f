package dev.holdfast.mcp;

import dev.holdfast.client.Holdfast;
import dev.holdfast.client.HoldfastException;
import dev.holdfast.contract.InvalidFieldException;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.util.Map;

/** One tool: how it is described to agents, and what it does. */
record HoldfastTool(Tool description, Action action) {
    /** Does what was asked for, as the caller. */
    interface Action {
        Answer answer(Holdfast holdfast, Arguments arguments) throws IOException;
    }

    /** What the agent can mend comes back as the result of the tool, in words. */
    CallToolResult call(Holdfast holdfast, CallToolRequest request) {
        Map<String, Object> given = request.arguments();
        try {
            return action.answer(holdfast, new Arguments(given == null ? Map.of() : given))
                    .build();
        } catch (HoldfastException | InvalidFieldException refused) {
            return Answer.failure(String.valueOf(refused.getMessage()));
        } catch (IOException broken) {
            return Answer.failure("the answer of the API was cut off; try again: " + broken.getMessage());
        }
    }
}
