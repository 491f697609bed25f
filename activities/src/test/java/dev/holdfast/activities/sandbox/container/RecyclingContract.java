package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.Mount;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxProviderContract;
import dev.holdfast.activities.sandbox.Supervisor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When and how a container may serve a second task. */
abstract class RecyclingContract extends SandboxProviderContract {
    /** Every kind of place that a command can leave something in. */
    @Test
    void aRecycledSandboxHoldsNothingOfTheTaskBefore() {
        SandboxHandle before = start();
        try (Supervisor supervisor = provider.connect(before)) {
            run(supervisor, "litter", """
                    mkdir -p deep/er; echo x > deep/er/file; chmod 0 deep; chmod 1777 .
                    echo x > /tmp/file; mkdir /dev/shm/d; echo x > /dev/shm/d/f; touch /dev/.holdfast/secrets/s
                    [ ! -d /dev/mqueue ] || perl -e 'syscall(240, "note", 0102, 0600, 0) >= 0 or die "mq_open: $!"'
                    perl -e 'shmget(4711, 4096, 01600) or die "shmget: $!"; semget(4711, 1, 01600); msgget(4711, 01600)'
                    setsid sleep 600 > /dev/null 2>&1 < /dev/null &
                    """);

            SandboxHandle after = provider.recycle(before);

            assertThat(after.generationNumber()).isEqualTo(1);
            try (Supervisor next = provider.connect(after)) {
                assertThat(next.hello().steps()).isZero();
                assertThat(run(next, "litter", """
                                        ls -A /workspace /tmp /dev/shm /dev/.holdfast/secrets /dev/mqueue 2> /dev/null | grep -v :
                                        stat -c %a .; ps() { cat /proc/[0-9]*/comm; }; ps | sort | uniq | tr '\\n' ' '
                                        tail -qn +2 /proc/sysvipc/*
                                        """).log().stdout().strip())
                        .as("places, mode, processes and shared objects")
                        .matches("755\n(cat|holdfast-files|holdfast-hold|init|sh|sort|tr|uniq| )+");
            }
            assertThatThrownBy(supervisor::hello)
                    .as("who was the task's before is not heard")
                    .isInstanceOf(SandboxException.class);
        }
    }

    /** It has the same effective user, so that it may do with files what the task may, and stays from task to task. */
    @Test
    void theProcessThatMovesFilesIsOutOfTheTasksReach() {
        String find = "pid=$(grep -lz '^files$' /proc/[0-9]*/cmdline | cut -d/ -f3); ";
        SandboxHandle before = start();
        try (Supervisor supervisor = provider.connect(before)) {
            supervisor.list(".", false, 10, null);
            String first = run(supervisor, "find", find + "echo $pid").log().stdout();
            assertThat(first).as("it is there beside a step").matches("[0-9]+\n");

            Ran attack = run(supervisor, "attack", find + """
                    kill -9 $pid; kill -STOP $pid; prlimit --pid $pid --nofile=3:3 2>&1 | grep -o 'not permitted'
                    cat /proc/$pid/mem /proc/$pid/environ 2>&1 > /dev/null | grep -o 'denied'; echo 3 > made
                    """);

            assertThat(attack.log().stderr().lines().filter(line -> line.contains("not permitted")))
                    .hasSize(2);
            assertThat(attack.log().stdout()).isEqualTo("not permitted\ndenied\ndenied\n");
            assertThat(supervisor.list(".", false, 10, null).entries()).hasSize(1);
            assertThat(run(supervisor, "again", find + "echo $pid").log().stdout())
                    .as("it is still the same")
                    .isEqualTo(first);
        }
        SandboxHandle after = provider.recycle(before);
        try (Supervisor supervisor = provider.connect(after)) {
            String still = run(supervisor, "find", find + "echo $pid").log().stdout();
            run(supervisor, "slow", find + "renice -n 19 -p $pid > /dev/null; echo x > made");

            assertThat(supervisor.list(".", false, 10, null).entries()).hasSize(1);
            assertThat(run(supervisor, "again", find + "echo $pid").log().stdout())
                    .as("what could be changed of it was seen, and another took its place")
                    .isNotEqualTo(still);
        }
    }

    @Test
    void aRecycledSandboxIsFoundAgainByAnotherWorker() {
        SandboxHandle again = provider.recycle(provider.recycle(start()));

        assertThat(provider.recover(id)).contains(again);
        provider.stop(again, Duration.ofSeconds(1));
        assertThat(provider.inspect(id)).isInstanceOf(Inspection.Dead.class);
    }

    @Test
    void aSandboxWithAStepThatRunsOrAPlaceThatOutlivesItIsNotRecycled() throws Exception {
        Path kept = Files.createDirectories(home.resolve("kept"));
        Files.setAttribute(kept, "unix:uid", 1000);
        SandboxHandle handle =
                provider.start(request().withMounts(List.of(new Mount(kept, "/mnt/kept", false))), Progress.NONE);
        try (Supervisor supervisor = provider.connect(handle)) {
            run(supervisor, "write", "echo precious > /mnt/kept/file");
            assertThatThrownBy(() -> provider.recycle(handle))
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.REFUSED))
                    .hasMessageContaining("/mnt/kept");
            assertThat(kept.resolve("file")).hasContent("precious");

            supervisor.start(shell("runs", "sleep 600"), Duration.ZERO);
            assertThatThrownBy(() -> provider.recycle(handle)).hasMessageContaining("a step is running");
        }
    }
}
