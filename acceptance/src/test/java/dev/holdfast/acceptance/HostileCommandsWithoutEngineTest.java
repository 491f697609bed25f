package dev.holdfast.acceptance;

import dev.holdfast.contract.Executor;
import org.junit.jupiter.api.extension.ExtendWith;

/** Against containers that crun starts without an engine. */
@ExtendWith(WithStack.class)
class HostileCommandsWithoutEngineTest extends HostileCommands {
    HostileCommandsWithoutEngineTest(StackUnderTest stack) {
        super(stack, Executor.OCI);
    }
}
