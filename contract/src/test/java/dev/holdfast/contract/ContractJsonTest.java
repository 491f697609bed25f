package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DatabindException;

class ContractJsonTest {
    @Test
    void aSpecThatSaysLittleGetsTheDefaults() {
        TaskSpec spec = read("{\"steps\":[{\"command\":[\"true\"]}]}");

        assertThat(spec.project()).isEqualTo(ProjectId.DEFAULT);
        assertThat(spec.executor()).isEqualTo(Executor.AUTO);
        assertThat(spec.network()).isEqualTo(Network.NONE);
        assertThat(spec.steps()).singleElement().satisfies(step -> {
            assertThat(step.name()).isEqualTo("step-1");
            assertThat(step.onOutputLimit()).isEqualTo(OutputLimitAction.TRUNCATE);
        });
    }

    @Test
    void aSpecIsReadBackAsItWasWritten() {
        TaskSpec spec = read("""
                {"project":"web","executor":"docker","image":"debian:bookworm-slim","timeout":"PT10M",
                 "steps":[{"name":"build","command":"make all","timeout":"PT2M","env":{"A":"1"}},
                          {"command":["make","test"],"continueOnFailure":true,"retries":2,"outputLimit":"64m"}],
                 "files":[{"path":"a/b.txt","text":"hi"}],
                 "limits":{"memory":"512Mi","cpus":0.5,"pids":50},
                 "artifacts":{"include":["out/**"],"exclude":["**/*.tmp"]},
                 "labels":{"team":"x"}}
                """);

        assertThat(read(ContractJson.STRICT.writeValueAsString(spec))).isEqualTo(spec);
        assertThat(spec.timeout()).isEqualTo(Duration.ofMinutes(10));
        assertThat(spec.steps().get(0).command().argv()).containsExactly("/bin/sh", "-c", "make all");
        assertThat(spec.limits().memory()).isEqualTo(DataSize.ofMebibytes(512));
    }

    @ParameterizedTest
    @ValueSource(strings = {"privileged", "binds", "devices", "capAdd"})
    void aFieldThatIsNotKnownIsRefusedByItsName(String field) {
        assertThatThrownBy(() -> read("{\"" + field + "\":true}")).hasMessageContaining(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--privileged", "a b", "../x", "UPPER", "x;$(touch /pwn)", "", "a\nb"})
    void anImageThatIsNoReferenceIsRefused(String image) {
        assertThatThrownBy(() -> read("{\"image\":" + ContractJson.STRICT.writeValueAsString(image) + "}"))
                .isInstanceOf(DatabindException.class)
                .hasRootCauseInstanceOf(InvalidFieldException.class)
                .hasMessageContaining("image");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "debian",
                "debian:bookworm-slim",
                "example.org:5000/team/app:1.2",
                "a/b/c_d@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
            })
    void imageReferencesAreAccepted(String image) {
        assertThat(read("{\"image\":\"" + image + "\"}").image()).isEqualTo(image);
    }

    @ParameterizedTest
    @ValueSource(strings = {"A=B", "NEW\nLINE", "1A", "", "HOLDFAST_X"})
    void anEnvironmentNameThatCouldMeanSomethingElseIsRefused(String name) {
        String json = "{\"env\":{" + ContractJson.STRICT.writeValueAsString(name) + ":\"v\"}}";
        assertThatThrownBy(() -> read(json)).hasMessageContaining("env");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../x", "a/../../x", ""})
    void aFileOutsideTheWorkspaceIsRefused(String path) {
        assertThatThrownBy(() -> InputFile.text(path, "x"))
                .isInstanceOf(InvalidFieldException.class)
                .hasMessageStartingWith("files.path");
    }

    @Test
    void stepNamesAreUnique() {
        assertThatThrownBy(() ->
                        read("{\"steps\":[{\"name\":\"a\",\"command\":\"x\"},{\"name\":\"a\",\"command\":\"y\"}]}"))
                .hasMessageContaining("'a' is used twice");
    }

    @Test
    void anUnknownWordIsAnsweredWithTheKnownOnes() {
        assertThatThrownBy(() -> read("{\"executor\":\"kvm\"}"))
                .hasMessageContaining("auto, docker, podman, oci, local");
    }

    private static TaskSpec read(String json) {
        return ContractJson.STRICT.readValue(json, TaskSpec.class);
    }
}
