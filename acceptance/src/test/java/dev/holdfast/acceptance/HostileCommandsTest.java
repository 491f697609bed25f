package dev.holdfast.acceptance;

import dev.holdfast.contract.Executor;
import org.junit.jupiter.api.extension.ExtendWith;

/** Against containers that the engine starts. */
@ExtendWith(WithStack.class)
class HostileCommandsTest extends HostileCommands {
    HostileCommandsTest(StackUnderTest stack) {
        super(stack, Executor.DOCKER);
    }
}
