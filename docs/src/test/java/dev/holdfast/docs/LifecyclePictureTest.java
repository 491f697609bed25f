package dev.holdfast.docs;

import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.Lifecycle;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/lifecycle.md shows the table that the code has. With -Dholdfast.write=true it is written anew. */
class LifecyclePictureTest {
    @Test
    void thePictureIsDrawnFromTheTable() throws IOException {
        Page.mustBe("lifecycle.md", draw());
    }

    private static String draw() {
        String changes = Arrays.stream(TaskState.values())
                .flatMap(from -> Arrays.stream(TaskState.values())
                        .filter(to -> Lifecycle.allows(from, to))
                        .map(to -> "    " + from.json() + " --> " + to.json()))
                .collect(Collectors.joining("\n"));
        String ends = Arrays.stream(TaskState.values())
                .filter(TaskState::terminal)
                .map(state -> "    " + state.json() + " --> [*]")
                .collect(Collectors.joining("\n"));
        return """
                # The states of a task

                Drawn from `Lifecycle` in the workflows module by `LifecyclePictureTest`; every change in it is made by a test.

                ```mermaid
                stateDiagram-v2
                    [*] --> queued
                """ + changes + "\n" + ends + "\n```\n";
    }
}
