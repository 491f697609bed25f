package dev.holdfast.devstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.devstack.control.StackHome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortsTest {
    private final StackHome home;

    PortsTest(@TempDir Path directory) {
        this.home = new StackHome(directory);
    }

    @Test
    void usualPortsAreAllDifferent() throws IOException {
        assertThat(resolve(Map.of()).numbers())
                .hasSize(PortName.values().length)
                .values()
                .doesNotHaveDuplicates();
    }

    @Test
    void variableMovesAPort() throws IOException {
        assertThat(resolve(Map.of("HOLDFAST_API_PORT", "18420")).number(PortName.API))
                .isEqualTo(18420);
    }

    @Test
    void freePortsStayTheSameFromOneStartToTheNext() throws IOException {
        Ports first = resolve(allFree());

        assertThat(first.numbers().values()).doesNotContain(0).doesNotHaveDuplicates();
        assertThat(resolve(allFree())).isEqualTo(first);
    }

    @Test
    void keptPortThatAStrangerTookIsReplaced() throws IOException {
        int before = resolve(allFree()).number(PortName.S3);
        try (ServerSocket stranger = new ServerSocket(before, 1, InetAddress.getLoopbackAddress())) {
            assertThat(resolve(allFree()).number(PortName.S3)).isNotEqualTo(stranger.getLocalPort());
        }
    }

    @Test
    void keptPortThatOurOwnOrphanHoldsIsKept() throws IOException {
        int before = resolve(allFree()).number(PortName.S3);
        try (ServerSocket orphan = new ServerSocket(before, 1, InetAddress.getLoopbackAddress())) {
            Ports again = Ports.resolve(home, allFree(), port -> port == orphan.getLocalPort());

            assertThat(again.number(PortName.S3)).isEqualTo(before);
        }
    }

    @Test
    void samePortForTwoPartsIsRefusedWithBothVariables() {
        assertThatThrownBy(() -> resolve(Map.of("HOLDFAST_API_PORT", "8233")))
                .isInstanceOf(StackFailure.class)
                .hasMessageContainingAll("HOLDFAST_API_PORT", "HOLDFAST_TEMPORAL_UI_PORT", "8233");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "-1", "65536", "80 80"})
    void wrongPortIsNamedWithItsVariable(String value) {
        assertThatThrownBy(() -> resolve(Map.of("HOLDFAST_S3_PORT", value)))
                .isInstanceOf(StackFailure.class)
                .hasMessageContaining("HOLDFAST_S3_PORT='" + value + "'");
    }

    private Ports resolve(Map<String, String> environment) throws IOException {
        return Ports.resolve(home, environment, port -> false);
    }

    private static Map<String, String> allFree() {
        Map<String, String> environment = new HashMap<>();
        for (PortName name : PortName.values()) {
            environment.put(name.variable(), "0");
        }
        return environment;
    }
}
