package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.contract.Executor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pulling an image that is not here, from a registry that answers and from one that does not. */
class PullTest {
    @TempDir
    Path home;

    @Test
    void aMissingImageIsPulledWithProgressAndItsDigestIsKnown() throws Exception {
        List<String> progress = new CopyOnWriteArrayList<>();
        try (TestRegistry registry = TestRegistry.start();
                Engine engine = docker(true, Duration.ofMinutes(1))) {
            Images images = new Images(engine, config(true, Duration.ofMinutes(1)));
            Image image = images.ensure(registry.image(), progress::add);
            engine.client().removeImageCmd(registry.image()).exec();

            assertThat(image.digest()).isEqualTo(registry.digest());
            assertThat(progress).hasSizeGreaterThan(1).allMatch(line -> line.startsWith("pulling image 127.0.0.1"));
        }
    }

    @Test
    void aPullThatHangsEndsInTimeAndSaysSo() throws Exception {
        try (TestRegistry registry = TestRegistry.thatHangs();
                Engine engine = docker(true, Duration.ofSeconds(2))) {
            Images images = new Images(engine, config(true, Duration.ofSeconds(2)));

            assertThatThrownBy(() -> images.ensure(registry.image(), message -> {}))
                    .isInstanceOfSatisfying(
                            SandboxException.class,
                            e -> assertThat(e.error()).isEqualTo(SandboxError.IMAGE_PULL_TIMEOUT))
                    .hasMessageContaining("was not pulled within 2 s");
        }
    }

    @Test
    void whereNothingMayBePulledTheRegistryIsNotEvenAsked() throws Exception {
        try (TestRegistry registry = TestRegistry.start();
                Engine engine = docker(false, Duration.ofSeconds(2))) {
            Images images = new Images(engine, config(false, Duration.ofSeconds(2)));

            assertThatThrownBy(() -> images.ensure(registry.image(), message -> {}))
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.IMAGE_MISSING))
                    .hasMessageContaining("pulling is switched off");
        }
    }

    private Engine docker(boolean pulls, Duration pullTimeout) {
        SandboxConfig config = config(pulls, pullTimeout);
        EngineForTests.open(config, Executor.DOCKER).close();
        return Engine.find(config, Executor.DOCKER);
    }

    private SandboxConfig config(boolean pulls, Duration pullTimeout) {
        return SandboxConfig.defaults(home)
                .with()
                .pulls(pulls)
                .pullTimeout(pullTimeout)
                .networkHolders(0)
                .build();
    }
}
