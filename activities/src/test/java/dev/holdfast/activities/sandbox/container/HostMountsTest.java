package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.sandbox.HostDirectory;
import dev.holdfast.activities.sandbox.Mount;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostMountsTest {
    @TempDir
    Path temporary;

    private Path allowed;
    private Path outside;

    @BeforeEach
    void makeDirectories() throws IOException {
        allowed = Files.createDirectories(temporary.toRealPath().resolve("allowed"));
        outside = Files.createDirectories(temporary.toRealPath().resolve("allowed-not"));
    }

    @Test
    void aDirectoryUnderAnAllowedPathIsMountedAsTheWorkspace() throws IOException {
        Path project = Files.createDirectory(allowed.resolve("project"));

        assertThat(mounts(project, true)).containsExactly(new Mount(project, "/workspace", true));
    }

    @Test
    void whatLiesElsewhereIsRefusedHoweverItIsWritten() throws IOException {
        Path link = Files.createSymbolicLink(allowed.resolve("link"), outside);
        for (Path path :
                List.of(outside, link, allowed.resolve("..").resolve("allowed-not"), allowed.resolve("missing"))) {
            assertThatThrownBy(() -> mounts(path, false))
                    .as(path.toString())
                    .isInstanceOf(SandboxException.class)
                    .hasMessageStartingWith("dir: '" + path + "'");
        }
    }

    @Test
    void nothingIsAllowedByDefault() {
        assertThatThrownBy(() -> new HostMounts(List.of()).of(request(allowed, false)))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("HOLDFAST_MOUNTS");
    }

    @Test
    void aFileIsNotADirectory() throws IOException {
        Path file = Files.createFile(allowed.resolve("file"));

        assertThatThrownBy(() -> mounts(file, false)).hasMessageContaining("is not a directory");
    }

    @Test
    void aGitWorktreeBringsItsRepositoryAtTheSamePathAndAsWritableAsItself() throws IOException {
        Path repository = worktreeOf(allowed);

        assertThat(mounts(allowed.resolve("worktree"), false))
                .containsExactly(
                        new Mount(allowed.resolve("worktree"), "/workspace", false),
                        new Mount(repository, repository.toString(), false));
        assertThat(mounts(allowed.resolve("worktree"), true))
                .contains(new Mount(repository, repository.toString(), true));
    }

    @Test
    void aGitWorktreeCannotPointOutOfWhatIsAllowed() throws IOException {
        worktreeOf(outside);

        assertThatThrownBy(() -> mounts(allowed.resolve("worktree"), false))
                .isInstanceOf(SandboxException.class)
                .hasMessageStartingWith("dir: '" + outside);
    }

    /** As {@code git worktree add} lays it out; answers the repository's directory. */
    private Path worktreeOf(Path place) throws IOException {
        Path git = Files.createDirectories(place.resolve("main/.git/worktrees/w"));
        Files.writeString(git.resolve("commondir"), "../..\n");
        Path worktree = Files.createDirectories(allowed.resolve("worktree"));
        Files.writeString(worktree.resolve(".git"), "gitdir: " + git + "\n");
        return place.resolve("main/.git");
    }

    private List<Mount> mounts(Path workspace, boolean readOnly) {
        return new HostMounts(List.of(allowed)).of(request(workspace, readOnly));
    }

    private static SandboxRequest request(Path workspace, boolean readOnly) {
        return SandboxRequest.of(new TaskId("t"), null, Limits.NONE)
                .withWorkspace(new HostDirectory(workspace, readOnly));
    }
}
