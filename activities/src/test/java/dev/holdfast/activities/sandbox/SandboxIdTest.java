package dev.holdfast.activities.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.Executor;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskId;
import org.junit.jupiter.api.Test;

class SandboxIdTest {
    @Test
    void derivesFromTheTaskAndIsStable() {
        assertThat(SandboxId.of(new TaskId("Build-42"))).isEqualTo(SandboxId.of(new TaskId("Build-42")));
        assertThat(SandboxId.of(new TaskId("Build-42")).value()).matches("hf-build-42-[0-9a-f]{8}");
    }

    @Test
    void tasksThatDifferInCaseOrBehindTheReadablePartHaveDifferentSandboxes() {
        assertThat(SandboxId.of(new TaskId("a"))).isNotEqualTo(SandboxId.of(new TaskId("A")));
        String longName = "x".repeat(62);
        assertThat(SandboxId.of(new TaskId(longName + "1"))).isNotEqualTo(SandboxId.of(new TaskId(longName + "2")));
        assertThat(SandboxId.of(new TaskId(longName)).value()).hasSizeLessThanOrEqualTo(52);
    }

    @Test
    void othersNamesAreRefused() {
        for (String name : new String[] {"", "hf-", "postgres", "hf-x", "hf-../x-00000000", "hf-x-0000000G"}) {
            assertThatThrownBy(() -> new SandboxId(name)).isInstanceOf(InvalidFieldException.class);
            assertThat(SandboxId.isOne(name)).isFalse();
        }
    }

    @Test
    void aHandleSurvivesItsTextForm() {
        SandboxHandle handle =
                new SandboxHandle(Executor.DOCKER, SandboxId.named("t"), "abc", "/workspace", "sha256:1", null);
        assertThat(SandboxHandle.fromJson(handle.toJson())).isEqualTo(handle);
    }

    @Test
    void aHandleOfANewerVersionIsRefused() {
        String json = new SandboxHandle(Executor.LOCAL, SandboxId.named("t"), "1", "/w", null, null)
                .toJson()
                .replace("\"version\":1", "\"version\":2");
        assertThatThrownBy(() -> SandboxHandle.fromJson(json))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("version 2");
        assertThatThrownBy(() -> SandboxHandle.fromJson("{")).isInstanceOf(SandboxException.class);
    }
}
