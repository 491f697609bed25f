package dev.holdfast.acceptance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.StepResult;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Too many processes, too much memory, and processes that do not want to end. */
final class ProcessCases {
    private static final Duration SHORT = Duration.ofSeconds(2);

    /** Above the task's own limit of processes the engine's has room for the supervisor. */
    private static final int ROOM_OF_THE_SUPERVISOR = 32;

    private ProcessCases() {}

    static List<HostileCase> all() {
        return List.of(
                new HostileCase("01", "fork bomb", "pids cap; gone < 1 s after the stop", ProcessCases::forkBomb),
                new HostileCase("02", "memory hog", "oom_killed, exit 137", ProcessCases::memoryHog),
                new HostileCase(
                        "03",
                        "a child is OOM-killed, its parent exits 0",
                        "exit 0, oom count",
                        ProcessCases::childOfOom),
                new HostileCase("04", "64 spinning processes", "throttled; timeout works", ProcessCases::spinning),
                new HostileCase("14", "background process", "the step ends; it dies too", ProcessCases::background),
                new HostileCase("15", "setsid double fork", "gone with the sandbox", ProcessCases::doubleFork),
                new HostileCase("16", "trap '' TERM", "KILL after the grace", ProcessCases::deafToTerm),
                new HostileCase("17", "kill -STOP $$", "timeout works", ProcessCases::stopsItself),
                new HostileCase("18", "10,000 short children", "reaped", ProcessCases::manyChildren),
                new HostileCase("20", "100,000 open files", "EMFILE inside only", ProcessCases::manyOpenFiles),
                new HostileCase("21", "set the clock", "EPERM", ProcessCases::clock),
                new HostileCase("51", "another task's processes", "invisible", ProcessCases::otherTasks));
    }

    private static void forkBomb(Arena arena) {
        // Behind its one fork the main process needs none: a second one may find the limit used up, and a shell ends
        // then.
        StepResult bomb =
                arena.runStep(HostileTask.shell("exec 2> /dev/null; bomb() { bomb | bomb & }; bomb & exec sleep 60")
                        .pids(60)
                        .timeout(SHORT));
        assertThat(bomb.outcome()).isEqualTo(OutcomeKind.TIMED_OUT);
        // timeout and grace, 2 s and 1 s, are the bomb's; what comes behind them is ours
        assertThat(bomb.durationMs()).isLessThan(3000 + Machine.underLoadMs(1000));

        StepResult counted = arena.runStep(HostileTask.perl("""
                        $| = 1; my $n = 0;
                        while (defined(my $p = fork)) { if (!$p) { sleep 60; exit } $n++ }
                        print "$n\\n"; kill 9, -$$
                        """).pids(60));
        assertThat(Integer.parseInt(counted.stdout().strip())).isBetween(30, 60 + ROOM_OF_THE_SUPERVISOR);
    }

    private static void memoryHog(Arena arena) {
        StepResult step = arena.runStep(HostileTask.program("tail", "/dev/zero").memory("64m"));

        assertThat(step.outcome()).as(step.stderr()).isEqualTo(OutcomeKind.OOM_KILLED);
        assertThat(step.exitCode()).isEqualTo(137);
    }

    private static void childOfOom(Arena arena) {
        StepResult step = arena.runStep(
                HostileTask.shell("tail /dev/zero; echo parent lives; exit 0").memory("64m"));

        assertThat(step.outcome()).isEqualTo(OutcomeKind.EXITED);
        assertThat(step.exitCode()).isZero();
        assertThat(step.stdout()).isEqualTo("parent lives\n");
        assertThat(step.resourceUsage().oomKills()).isPositive();
    }

    private static void spinning(Arena arena) {
        StepResult step = arena.runStep(HostileTask.shell("for i in $(seq 64); do (while :; do :; done) & done; wait")
                .cpus(0.5)
                .timeout(SHORT));

        assertThat(step.outcome()).isEqualTo(OutcomeKind.TIMED_OUT);
        long used = requireNonNull(step.resourceUsage().cpuUserMs())
                + requireNonNull(step.resourceUsage().cpuSystemMs());
        assertThat(used).isLessThan(step.durationMs() * 3 / 4 + 300);
    }

    private static void background(Arena arena) {
        StepResult step = arena.runStep(HostileTask.shell("sleep 771401 & echo ok"));

        assertThat(step.exitCode()).isZero();
        assertThat(step.stdout()).isEqualTo("ok\n");
        assertThat(Machine.processesMentioning("771401")).isEmpty();
    }

    private static void doubleFork(Arena arena) {
        StepResult step = arena.runStep(
                HostileTask.shell("setsid sh -c 'setsid sleep 771501 < /dev/null > /dev/null 2>&1 &' & wait; echo ok"));

        assertThat(step.exitCode()).isZero();
        assertThat(step.stdout()).isEqualTo("ok\n");
        assertThat(Machine.processesMentioning("771501")).isEmpty();
    }

    private static void deafToTerm(Arena arena) {
        StepResult step = arena.runStep(
                HostileTask.shell("trap '' TERM; while :; do sleep 0.1; done").timeout(SHORT));

        assertThat(step.outcome()).isEqualTo(OutcomeKind.TIMED_OUT);
        assertThat(step.exitCode()).isEqualTo(137);
        assertThat(step.durationMs()).isBetween(3000L, 3000 + Machine.underLoadMs(2000));
    }

    private static void stopsItself(Arena arena) {
        StepResult step = arena.runStep(
                HostileTask.shell("echo before; kill -STOP $$; echo after").timeout(SHORT));

        assertThat(step.outcome()).isEqualTo(OutcomeKind.TIMED_OUT);
        assertThat(step.stdout()).startsWith("before\n");
        assertThat(step.durationMs()).isLessThan(3000 + Machine.underLoadMs(2000));
    }

    /** Each child leaves an orphan behind, which only PID 1 can reap; unreaped, the 100th would be the last. */
    private static void manyChildren(Arena arena) {
        StepResult step = arena.runStep(HostileTask.perl("""
                for my $i (1 .. 10000) {
                  my $child = patient_fork();
                  if (!$child) { patient_fork(); exit 0 }
                  waitpid $child, 0;
                }
                my $zombies = 0;
                for my $look (1 .. 50) {
                  $zombies = grep { open(my $f, "<", $_) and <$f> =~ /\\) Z / } glob("/proc/[0-9]*/stat");
                  last unless $zombies;
                  select undef, undef, undef, 0.1;
                }
                print "zombies $zombies\\n";
                sub patient_fork {
                  for (1 .. 500) { my $p = fork; return $p if defined $p; select undef, undef, undef, 0.01 }
                  print "no more processes\\n"; exit 1
                }
                """));

        assertThat(step.stdout()).isEqualTo("zombies 0\n");
        assertThat(step.exitCode()).isZero();
    }

    private static void manyOpenFiles(Arena arena) {
        StepResult step = arena.runStep(HostileTask.perl("""
                        my @open; my $why;
                        while (@open < 100000) { open(my $f, "<", "/dev/null") or do { $why = $!; last }; push @open, $f }
                        print @open . " $why\\n"
                        """).openFiles(2000));

        assertThat(step.stdout()).matches("19\\d\\d Too many open files\n");
    }

    private static void clock(Arena arena) {
        Instant before = Instant.now();
        StepResult step = arena.runStep(HostileTask.shell("""
                date -s 2001-01-01
                perl -e 'for (164, 227, 159) { my $a = pack "q64"; my $r = syscall($_, $_ == 227 ? 0 : $a, $a); print "$_ $r ", $!+0, "\\n" }'
                """));

        assertThat(step.stderr()).contains("Operation not permitted");
        assertThat(step.stdout()).contains("164 -1 1\n", "227 -1 1\n", "159 -1 1\n");
        assertThat(Instant.now()).isBetween(before, before.plus(1, ChronoUnit.HOURS));
    }

    private static void otherTasks(Arena arena) {
        StepResult step = arena.runStep(HostileTask.shell("cat /proc/[0-9]*/cmdline | tr '\\0' '\\n'; kill -9 -1"));

        assertThat(step.stdout()).contains("/proc/").doesNotContain(Neighbour.MARK);
    }
}
