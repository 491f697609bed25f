package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.client.Task;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.StepResult;
import java.util.List;

/** Ways out of a sandbox. */
final class IsolationCases {
    private IsolationCases() {}

    static List<HostileCase> all() {
        return List.of(
                new HostileCase(
                        "45", "egress under none: DNS, gateway, IPv6, vsock", "all fail", IsolationCases::egress),
                new HostileCase("47", "the engine's socket", "absent", IsolationCases::engineSocket),
                new HostileCase(
                        "48",
                        "writes to sysrq-trigger, core_pattern, release_agent",
                        "EROFS or EPERM",
                        IsolationCases::kernelFiles),
                new HostileCase("49", "setuid binary", "no gain", IsolationCases::setuid),
                new HostileCase(
                        "50",
                        "keyctl, bpf, perf, userfaultfd, unshare, mount, setns, kexec, io_uring, AF_PACKET, AF_VSOCK",
                        "all denied",
                        IsolationCases::systemCalls),
                new HostileCase(
                        "53",
                        "image with ENTRYPOINT, HEALTHCHECK, VOLUME",
                        "overridden; no anonymous volumes",
                        IsolationCases::stubbornImage),
                new HostileCase(
                        "60",
                        "the workload attacks the supervisor",
                        "all fail; the true exit code is reported",
                        IsolationCases::supervisor));
    }

    private static void egress(Arena arena) {
        String address = arena.stack().apiUrl();
        String port = address.substring(address.lastIndexOf(':') + 1);
        StepResult step = arena.runStep(HostileTask.shell("""
                tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '
                getent hosts example.com; echo dns $?
                perl -MSocket=:all -e '
                  sub try { my ($name, $domain, $type, $to) = @_;
                    socket(my $s, $domain, $type, 0) or return print "$name socket: $!\\n";
                    print "$name ", connect($s, $to) ? "CONNECTED" : "refused", "\\n" }
                  try("gateway", AF_INET, SOCK_STREAM, pack_sockaddr_in(80, inet_aton("172.17.0.1")));
                  try("name-server", AF_INET, SOCK_DGRAM, pack_sockaddr_in(53, inet_aton("8.8.8.8")));
                  try("host-loopback", AF_INET, SOCK_STREAM, pack_sockaddr_in(%s, inet_aton("127.0.0.1")));
                  try("ipv6", AF_INET6, SOCK_STREAM, pack_sockaddr_in6(53, inet_pton(AF_INET6, "2001:4860:4860::8888")));
                  try("vsock", 40, SOCK_STREAM, pack("S S L L L", 40, 0, 1024, 2, 0))'
                """.formatted(port)));

        assertThat(step.stdout().lines())
                .as(step.stderr())
                .containsExactly(
                        "lo",
                        "dns 2",
                        "gateway refused",
                        "name-server refused",
                        "host-loopback refused",
                        "ipv6 refused",
                        "vsock socket: Operation not permitted");
    }

    private static void engineSocket(Arena arena) {
        StepResult step = arena.runStep(HostileTask.shell("""
                ls -d /run/docker* /var/run/docker* /run/podman* /run/containerd* 2> /dev/null
                find / -path /proc -prune -o -type s -print 2> /dev/null
                echo looked
                """));

        assertThat(step.stdout()).isEqualTo("looked\n");
    }

    /** Writes only what would do no harm if it were let through. */
    private static void kernelFiles(Arena arena) {
        StepResult step = arena.runStep(HostileTask.shell("""
                for f in /proc/sysrq-trigger /proc/sys/kernel/core_pattern /proc/sys/vm/drop_caches \\
                  /sys/kernel/uevent_helper $(find /sys/fs/cgroup -name release_agent -o -name cgroup.procs); do
                  [ ! -e $f ] || { (: >> $f) 2> /dev/null && echo WRITABLE $f; }
                done
                mkdir /sys/fs/cgroup/*/x 2> /dev/null && echo MADE
                grep -q 'NoNewPrivs:.1' /proc/self/status && grep -q 'CapEff:.0*$' /proc/self/status && echo bare
                """));

        assertThat(step.stdout()).as(step.stderr()).isEqualTo("bare\n");
    }

    private static void setuid(Arena arena) {
        StepResult step = arena.runStep(
                HostileTask.shell(StubbornImage.SETUID_PROGRAM + " -u; ls -l " + StubbornImage.SETUID_PROGRAM)
                        .image(StubbornImage.NAME));

        assertThat(step.stdout())
                .as("the program is setuid root, but who runs it stays")
                .startsWith("1000\n-rwsr-xr-x 1 root");
    }

    private static void systemCalls(Arena arena) {
        StepResult step = arena.runStep(HostileTask.perl("""
                $| = 1;
                my $b = "\\0" x 256;
                my @calls = (
                  ["keyctl", 250, 0, -3, 0], ["add_key", 248, "user", "x", "y", 1, -3], ["request_key", 249, "user", "x", 0, -3],
                  ["bpf", 321, 0, $b, 72], ["perf_event_open", 298, $b, 0, -1, -1, 0], ["userfaultfd", 323, 0],
                  ["unshare", 272, 0x10000000], ["unshare-mount", 272, 0x20000], ["clone-newuser", 56, 0x10000011, 0, 0, 0, 0],
                  ["mount", 165, "none", "/mnt", "tmpfs", 0, 0], ["umount2", 166, "/tmp", 0], ["pivot_root", 155, "/", "/"],
                  ["setns", 308, 0, 0], ["kexec_load", 246, 0, 0, 0, 0], ["kexec_file_load", 320, 0, 0, 0, $b, 0],
                  ["open_by_handle_at", 304, -100, $b, 0], ["io_uring_setup", 425, 8, $b], ["ptrace", 101, 16, 1, 0, 0],
                  ["init_module", 175, $b, 0, ""], ["reboot", 169, 0, 0, 0, 0], ["swapon", 167, "/x", 0], ["acct", 163, 0],
                  ["AF_PACKET", 41, 17, 3, 0], ["AF_VSOCK", 41, 40, 1, 0], ["AF_ALG", 41, 38, 5, 0]);
                for (@calls) {
                  my ($name, @call) = @$_;
                  my $r = syscall($call[0], @call[1 .. $#call]);
                  print "$name ", $r == -1 && ($! == 1 || $! == 38) ? "denied" : "LET THROUGH $r $!", "\\n";
                }
                system("perl", "-e", "syscall(0x40000000 + 39) > 0 and exit 0; exit 1");
                print "x32 ", $? ? "denied" : "LET THROUGH", "\\n";
                """));

        assertThat(step.stdout().lines()).as(step.stderr()).hasSize(26).allMatch(line -> line.endsWith(" denied"));
    }

    private static void stubbornImage(Arena arena) {
        Task task = arena.start(HostileTask.shell(
                        "id -u; pwd; touch /data/x && echo data; ls /tmp; while [ ! -e /tmp/never ]; do sleep 0.2; done")
                .image(StubbornImage.NAME)
                .timeout(java.time.Duration.ofSeconds(6)));
        await().atMost(StackUnderTest.EVENTUALLY)
                .untilAsserted(() -> assertThat(task.logs(0).entries()).isNotEmpty());
        String seen = StubbornImage.containers("{{range .Mounts}}{{.Type}} {{end}}{{.Config.Healthcheck.Test}}");
        StepResult step = arena.await(task).steps().getFirst();

        assertThat(seen).doesNotContain("volume");
        if (arena.executor() == Executor.DOCKER) {
            assertThat(seen).contains("bind", "[NONE]");
        }
        assertThat(step.stdout()).isEqualTo("1000\n/workspace\ndata\n");
    }

    private static void supervisor(Arena arena) {
        StepResult step = arena.runStep(HostileTask.shell("""
                try() { name=$1; shift; "$@" > /dev/null 2>&1 && echo "$name DONE" || echo "$name failed"; }
                try kill-9 kill -9 1
                try stop kill -STOP 1
                try look ls /dev/.holdfast/control
                try connect perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, sockaddr_un("/dev/.holdfast/control/init.sock")) or exit 1'
                try trace perl -e 'exit(syscall(101, 16, 1, 0, 0) == -1)'
                try memory dd if=/proc/1/mem of=/dev/null bs=1 count=1
                try descriptors ls /proc/1/fd/
                try environment cat /proc/1/environ
                try fill dd if=/dev/zero of=/dev/.holdfast/control/fill count=1
                try journal sh -c 'echo {} >> /dev/.holdfast/control/journal/steps.jsonl'
                try replace sh -c 'echo > /dev/.holdfast/init'
                try oom sh -c 'echo 1000 > /proc/1/oom_score_adj'
                try priority perl -e 'setpriority(0, 1, 19) or exit 1'
                echo '{"ok":true,"state":"ended","outcome":"exited","exitCode":0}'
                ls /proc/self/fd | wc -l
                exit 42
                """));

        assertThat(step.exitCode()).as(step.reason()).isEqualTo(42);
        assertThat(step.stdout()).doesNotContain("DONE");
        assertThat(step.stdout().lines().filter(line -> line.endsWith(" failed")))
                .hasSize(13);
        assertThat(step.stdout()).as("stdin, stdout, stderr and what ls opened").endsWith("\n4\n");
    }
}
