package dev.holdfast.activities.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.artifacts.MemoryBlobs;
import dev.holdfast.activities.sandbox.FileEntry;
import dev.holdfast.activities.sandbox.Listing;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.Oversized;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.Sandbox;
import dev.holdfast.workflows.SandboxActivities.Look;
import dev.holdfast.workflows.SandboxActivities.LookRequest;
import dev.holdfast.workflows.SandboxActivities.Looked;
import dev.holdfast.workflows.TaskPayloads;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkspaceLookTest {
    @Test
    void aPageOfNamesThatAreNoTextFitsIntoAPayloadAndSaysWhereItGoesOn() {
        Looked looked = look("\\xff\u0001".repeat(100), 1000);

        assertThat(Oversized.bytes(looked)).isLessThan(TaskPayloads.MOST_BYTES);
        assertThat(Objects.requireNonNull(looked.page()).entries()).hasSizeBetween(100, 500);
        assertThat(looked.page().next()).isNotNull();
    }

    @Test
    void aThousandUsualNamesAreOnePage() {
        Looked looked = look("target/classes/dev/holdfast/Class", 1000);

        assertThat(Oversized.bytes(looked)).isLessThan(TaskPayloads.MOST_BYTES);
        assertThat(Objects.requireNonNull(looked.page()).entries()).hasSize(1000);
    }

    private static Looked look(String name, int count) {
        Listing listing = new Listing(
                IntStream.range(0, count)
                        .mapToObj(number ->
                                new FileEntry(name + number, "file", 123_456_789, 0644, 1_767_323_045_678L, null))
                        .toList(),
                false);
        Supervisor supervisor = (Supervisor) Proxy.newProxyInstance(
                Supervisor.class.getClassLoader(), new Class<?>[] {Supervisor.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("list");
                    return listing;
                });
        LookRequest request = new LookRequest(
                new TaskId("look"),
                TestReservations.on(new Host("here")),
                new Sandbox("hf-look", "{}", null, false),
                new Look(".", false, true, count, null));
        return new WorkspaceLook(new MemoryBlobs()).look(request, supervisor, () -> {});
    }
}
