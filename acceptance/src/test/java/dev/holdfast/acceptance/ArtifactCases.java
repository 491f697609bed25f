package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Artifact.Status;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import java.util.List;

/** Files that are not what they seem, or are too many, or are named to do harm. */
final class ArtifactCases {
    private ArtifactCases() {}

    static List<HostileCase> all() {
        return List.of(
                new HostileCase(
                        "22-23",
                        "artifact is a symlink (absolute, relative)",
                        "recorded as a link, never followed",
                        ArtifactCases::links),
                new HostileCase(
                        "24",
                        "directory swapped for a link while collecting",
                        "nothing outside read",
                        ArtifactCases::swapped),
                new HostileCase("25", "hard links", "counted once", ArtifactCases::hardLinks),
                new HostileCase(
                        "26",
                        "FIFO, socket, device among artifacts",
                        "skipped, listed, no hang",
                        ArtifactCases::special),
                new HostileCase("27", "1 TB sparse file", "refused by apparent size", ArtifactCases::sparse),
                new HostileCase("28", "zip bomb", "never expanded", ArtifactCases::bomb),
                new HostileCase("31", "too many files", "count cap; listing paged", ArtifactCases::many),
                new HostileCase("32", "a file that grows while collected", "size matches hash", ArtifactCases::growing),
                new HostileCase(
                        "33", "unreadable file", "collected or failed with the reason", ArtifactCases::unreadable),
                new HostileCase("29", "tar-slip upload", "refused, nothing written", FileNameCases::tarSlip),
                new HostileCase("30", "hostile names", "stored distinct or refused", FileNameCases::names));
    }

    private static void links(Arena arena) {
        Collected found = Collected.by(
                arena,
                HostileTask.shell("mkdir .artifacts; cd .artifacts; ln -s /etc/passwd absolute;"
                        + " ln -s ../../../../etc/passwd relative; ln -s /etc directory; echo real > real"));

        assertThat(found.paths())
                .containsExactlyInAnyOrder(
                        ".artifacts/absolute", ".artifacts/relative", ".artifacts/directory", ".artifacts/real");
        assertLink(found.at("absolute"), "/etc/passwd");
        assertLink(found.at("relative"), "../../../../etc/passwd");
        assertLink(found.at("directory"), "/etc");
        assertThat(found.at("real").status()).isEqualTo(Status.COMPLETE);
    }

    private static void assertLink(Artifact artifact, String target) {
        assertThat(artifact.status()).isEqualTo(Status.LINK);
        assertThat(artifact.link()).isEqualTo(target);
        assertThat(artifact.sha256()).isNull();
    }

    /** A process that the step left behind swaps many directories, again and again, while they are read. */
    private static void swapped(Arena arena) {
        TaskResult result = arena.run(HostileTask.shell("""
                mkdir -p .artifacts aside
                for i in $(seq 300); do mkdir .artifacts/d$i; echo inside > .artifacts/d$i/passwd; done
                perl -e 'while (1) { for (1 .. 300) {
                  rename ".artifacts/d$_", "aside/d$_"; symlink "/etc", ".artifacts/d$_";
                  unlink ".artifacts/d$_"; rename "aside/d$_", ".artifacts/d$_" } }' > /dev/null 2>&1 &
                sha256sum /etc/passwd | cut -c1-64
                """));
        String outside = result.steps().getFirst().stdout().strip();

        assertThat(outside).hasSize(64);
        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        List<Artifact> found = arena.artifacts(result);
        assertThat(found).isNotEmpty().noneMatch(artifact -> outside.equals(artifact.sha256()));
    }

    private static void hardLinks(Arena arena) {
        Collected found = Collected.by(
                arena,
                HostileTask.shell("mkdir .artifacts; cd .artifacts; head -c 1500000 /dev/urandom > a; ln a b; ln a c")
                        .artifactBytes("2m"));

        assertThat(found.all()).hasSize(3).allMatch(artifact -> artifact.status() == Status.COMPLETE);
        assertThat(found.all().stream().map(Artifact::sha256).distinct()).hasSize(1);
    }

    private static void special(Arena arena) {
        Collected found = Collected.by(arena, HostileTask.shell("""
                        mkdir .artifacts; cd .artifacts; mkfifo fifo; echo real > real
                        perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0); bind($s, sockaddr_un("socket")) or die $!'
                        mknod device c 0 0
                        """));

        assertThat(found.at("real").status()).isEqualTo(Status.COMPLETE);
        for (String kind : List.of("fifo", "socket", "device")) {
            Artifact artifact = found.at(kind);
            assertThat(artifact.status()).as(kind).isEqualTo(Status.SKIPPED);
            assertThat(artifact.reason()).startsWith(kind);
        }
    }

    private static void sparse(Arena arena) {
        Collected found = Collected.by(
                arena,
                HostileTask.shell("mkdir .artifacts; truncate -s 1T .artifacts/huge; echo s > .artifacts/small"));

        assertThat(found.at("huge").status()).isEqualTo(Status.SKIPPED);
        assertThat(found.at("huge").reason()).startsWith("too_large");
        assertThat(found.at("small").status()).isEqualTo(Status.COMPLETE);
    }

    private static void bomb(Arena arena) throws Exception {
        Collected found = Collected.by(
                arena,
                HostileTask.shell("mkdir .artifacts; head -c 300000000 /dev/zero | gzip -9 > .artifacts/bomb.gz"));
        Artifact bomb = found.at("bomb.gz");

        assertThat(bomb.size()).isLessThan(1_000_000);
        found.assertStored(bomb);
    }

    private static void many(Arena arena) {
        TaskResult result = arena.run(HostileTask.shell("""
                        mkdir .artifacts; cd .artifacts
                        perl -e 'for (1 .. 200000) { open(my $f, ">", $_) or die $! }'
                        """).maxFiles(250));
        List<Artifact> found = arena.artifacts(result);

        assertThat(result.state()).as(result.reason()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(found.stream().filter(artifact -> artifact.status() == Status.COMPLETE))
                .hasSize(250);
        assertThat(found).hasSizeLessThan(5000).doesNotHaveDuplicates();
        assertThat(result.artifacts()).hasSizeLessThanOrEqualTo(100);
        assertThat(result.warnings()).anyMatch(warning -> warning.contains("artifacts.maxFiles"));
    }

    private static void growing(Arena arena) throws Exception {
        Collected found = Collected.by(arena, HostileTask.shell("""
                        mkdir .artifacts; head -c 8000000 /dev/zero > .artifacts/growing
                        (while :; do echo more >> .artifacts/growing; done) > /dev/null 2>&1 &
                        sleep 0.2
                        """));
        Artifact growing = found.at("growing");

        assertThat(growing.size()).isGreaterThanOrEqualTo(8_000_000);
        found.assertStored(growing);
    }

    private static void unreadable(Arena arena) {
        Collected found = Collected.by(
                arena,
                HostileTask.shell("mkdir -p .artifacts/closed; cd .artifacts; echo a > closed/file; echo b > file;"
                        + " echo c > fine; chmod 000 closed file"));

        assertThat(found.at("fine").status()).isEqualTo(Status.COMPLETE);
        for (String name : List.of("file", "closed")) {
            assertThat(found.at(name).status()).as(name).isEqualTo(Status.FAILED);
            assertThat(found.at(name).reason()).startsWith("unreadable");
        }
    }
}
