package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.StepResult;
import java.util.List;

/** Everything that can be written to is full at some point, and only for the one who filled it. */
final class DiskCases {
    private static final long MEBI = 1 << 20;

    private DiskCases() {}

    static List<HostileCase> all() {
        return List.of(
                new HostileCase("05", "fill /tmp", "ENOSPC at the cap", DiskCases::temporary),
                new HostileCase("06", "fill /dev/shm", "ENOSPC at the cap", DiskCases::sharedMemory),
                new HostileCase(
                        "07",
                        "fill the workspace",
                        "ENOSPC at the cap; the host's disk untouched",
                        DiskCases::workspace),
                new HostileCase("08", "write to the root file system", "EROFS", DiskCases::root),
                new HostileCase("09", "inode fill", "stops at the cap", DiskCases::inodes));
    }

    private static void temporary(Arena arena) {
        StepResult step = arena.runStep(fill("/tmp/big").tmp("8m"));

        assertThat(step.stderr()).contains("No space left on device");
        assertThat(size(step)).isBetween(7 * MEBI, 8 * MEBI);
        assertThat(step.outcome()).isEqualTo(OutcomeKind.DISK_FULL);
    }

    private static void sharedMemory(Arena arena) {
        StepResult step = arena.runStep(fill("/dev/shm/big").tmp("8m"));

        assertThat(step.stderr()).contains("No space left on device");
        assertThat(size(step)).isBetween(7 * MEBI, 8 * MEBI);
        assertThat(step.succeeded()).isFalse();
    }

    private static void workspace(Arena arena) {
        StepResult step = arena.runStep(fill("big").workspace("16m"));

        assertThat(step.stderr()).contains("No space left on device");
        assertThat(size(step)).isBetween(14 * MEBI, 17 * MEBI);
        assertThat(step.outcome()).isEqualTo(OutcomeKind.DISK_FULL);
    }

    /** In small pieces: a large one fails as a whole and leaves room for small ones. */
    private static HostileTask fill(String file) {
        return HostileTask.shell(
                "dd if=/dev/zero of=" + file + " bs=4k count=50000; code=$?; stat -c %s " + file + "; exit $code");
    }

    private static long size(StepResult step) {
        return Long.parseLong(step.stdout().strip());
    }

    private static void root(Arena arena) {
        StepResult step = arena.runStep(HostileTask.shell(
                "for f in /pwn /etc/pwn /usr/bin/sh /dev/.holdfast/pwn /dev/pwn; do (echo > $f) || echo no; done"));

        assertThat(step.stdout()).isEqualTo("no\n".repeat(5));
        assertThat(step.stderr().lines())
                .hasSize(5)
                .allMatch(line -> line.contains("Read-only file system") || line.contains("Permission denied"));
        assertThat(step.stderr()).contains("/pwn: Read-only file system");
    }

    private static void inodes(Arena arena) {
        StepResult step = arena.runStep(HostileTask.shell("""
                        for d in /workspace /tmp; do
                          perl -e 'my $n = 0; while ($n < 5000 and open(my $f, ">", "$ARGV[0]/$n")) { $n++ }
                            print "$n $!\\n"' $d
                        done
                        """).workspace("64m").workspaceFiles(1000));

        assertThat(step.stdout().lines())
                .hasSize(2)
                .allMatch(line -> line.endsWith(" No space left on device"))
                .allSatisfy(line -> assertThat(Integer.parseInt(line.substring(0, line.indexOf(' '))))
                        // a file system makes inodes by sixteens
                        .isBetween(900, 1000 + 16));
    }
}
