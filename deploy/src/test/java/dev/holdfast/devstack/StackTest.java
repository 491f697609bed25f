package dev.holdfast.devstack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.devstack.control.Condition;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.ProcessIdentity;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The parts that come from elsewhere, as real processes: what they keep survives every one of them being killed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StackTest {
    private static final List<String> PARTS = List.of("postgres", "s3", "temporal");

    @SuppressWarnings("NullAway.Init")
    private StackUnderTest stack;

    @SuppressWarnings("NullAway.Init")
    private StackClients clients;

    @BeforeAll
    void startsOnFreePorts(@TempDir Path directory) throws Exception {
        stack = StackUnderTest.started(directory, String.join(",", PARTS), Map.of());
        clients = new StackClients(stack);
    }

    @AfterAll
    void sigtermLeavesNoProcess() {
        stack.terminate();

        List<ProcessHandle> left = stack.processesOfThisStack();
        stack.close();
        assertThat(left).isEmpty();
        assertThat(stack.home().stateFile()).doesNotExist();
        assertThat(stack.output()).containsSubsequence("temporal  stopped", "s3        stopped", "postgres  stopped");
    }

    @Test
    void postgresComesBackWithItsRowsAfterKillNine() throws Exception {
        clients.execute("create table kept (id int primary key)");
        clients.execute("insert into kept values (42)");

        stack.killAndAwaitSuccessor("postgres");

        assertThat(clients.queryInt("select id from kept")).isEqualTo(42);
    }

    @Test
    void s3ComesBackWithItsObjectsAfterKillNine() throws Exception {
        clients.putObject("bucket", "kept/object", "some content");

        stack.killAndAwaitSuccessor("s3");

        assertThat(clients.getObject("bucket", "kept/object")).isEqualTo("some content");
    }

    @Test
    void temporalComesBackWithItsWorkflowsAfterKillNine() {
        clients.startWorkflow("kept-workflow");

        stack.killAndAwaitSuccessor("temporal");

        assertThat(clients.isWorkflowRunning("kept-workflow")).isTrue();
    }

    @Test
    void nextStackAdoptsThePartsOfOneThatWasKilled() throws Exception {
        clients.execute("create table adopted (id int primary key)");
        List<ProcessIdentity> before = PARTS.stream().map(stack::processOf).toList();

        stack.killTheStackItself();
        assertThat(before).allMatch(ProcessIdentity::isAlive);
        stack.launchAgain();

        assertThat(PARTS.stream().map(stack::processOf)).isEqualTo(before);
        assertThat(clients.queryInt("select count(*) from adopted")).isZero();
        stack.killAndAwaitSuccessor("s3"); // it is watched again
    }

    @Test
    void everythingListensOnLoopbackOnly() throws Exception {
        for (String part : PARTS) {
            List<String> addresses = ListeningSockets.of(stack.processOf(part).pid());

            assertThat(addresses).as(part).isNotEmpty().allMatch(ListeningSockets::isLoopback);
        }
    }

    @Test
    @SuppressWarnings("resource") // it ends by itself, and closing it would clear the first one's directory
    void secondStackInTheSameDirectoryIsRefused() throws Exception {
        StackUnderTest second = StackUnderTest.launch(stack.home().directory(), "s3", Map.of());

        assertThat(second.exitCode()).isEqualTo(125);
        assertThat(second.output()).contains("already runs in " + stack.home().directory());
        assertThat(stack.state().stack().isAlive()).isTrue();
    }

    @Test
    void externalPartIsNotStartedButListed(@TempDir Path directory) throws Exception {
        String url = "jdbc:postgresql://127.0.0.1:" + stack.part("postgres").address() + "/holdfast?password=hidden";
        try (StackUnderTest other =
                StackUnderTest.started(directory, "postgres", Map.of("HOLDFAST_POSTGRES_URL", url))) {
            PartState postgres = other.part("postgres");

            assertThat(postgres.state()).isEqualTo(Condition.EXTERNAL);
            assertThat(postgres.process()).isNull();
            assertThat(postgres.address()).startsWith("jdbc:postgresql:").doesNotContain("hidden");
        }
    }

    @Test
    void portInUseIsNamedWithTheVariableThatMovesIt(@TempDir Path directory) throws Exception {
        String address = stack.part("postgres").address();
        String port = address.substring(address.indexOf(':') + 1);
        try (StackUnderTest other =
                StackUnderTest.launch(directory, "postgres,s3", Map.of("HOLDFAST_POSTGRES_PORT", port))) {
            assertThat(other.exitCode()).isEqualTo(125);
            assertThat(other.output())
                    .contains("port " + port + " is in use", "HOLDFAST_POSTGRES_PORT")
                    .doesNotContain("\tat ");
            assertThat(other.processesOfThisStack()).isEmpty();
        }
    }
}
