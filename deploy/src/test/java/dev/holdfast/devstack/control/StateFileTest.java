package dev.holdfast.devstack.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateFileTest {
    private final StackHome home;

    StateFileTest(@TempDir Path directory) throws IOException {
        home = new StackHome(directory);
        home.create();
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        ProcessIdentity process = new ProcessIdentity(1, 2);
        StackState state = new StackState(
                process,
                Condition.RUNNING,
                List.of(
                        new PartState("s3", Condition.RUNNING, "http://x", process, StopSignal.TERM, "f", "note"),
                        new PartState("api", Condition.EXTERNAL, "http://y", null, StopSignal.INT, "", null)));
        StateFile file = new StateFile(home);
        file.write(state);

        assertThat(file.read()).contains(state);
        assertThat(home.stateFile()).content().contains("\"external\"").doesNotContain("alive");
    }

    @Test
    void noFileIsNoStack() throws IOException {
        assertThat(new StateFile(home).read()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}", "[]", "{\"stack\":{\"pid\":1,\"started\":2},\"state\":\"dancing\"}"})
    void brokenFileIsNamed(String text) throws IOException {
        Files.writeString(home.stateFile(), text);

        assertThatThrownBy(() -> new StateFile(home).read())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(home.stateFile().toString());
    }
}
