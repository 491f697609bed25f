package dev.holdfast.activities.artifacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.InvalidFieldException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathGlobTest {
    @ParameterizedTest
    @CsvSource({
        "**/.env, .env, true",
        "**/.env, a/b/.env, true",
        "**/.env, .environment, false",
        "**/.ssh, home/.ssh/id, true",
        "**/.ssh, home/x.ssh, false",
        "*.pem, a.pem, true",
        "*.pem, d/a.pem, false",
        "d/**, d/x, true",
        "d/**, d, false",
        "**, anything/at/all, true",
        "a/**/z, a/z, true",
        "a/**/z, a/b/c/z, true",
        "a/**/z, a/b/c/z/below, true",
        "id_?sa, id_rsa, true",
        "id_?sa, id_/sa, false",
        "key[0-9], key7, true",
        "key[^0-9], key7, false",
        "\\*, *, true",
        "\\*, x, false",
        "[, [, true",
        "a.b+(c), a.b+(c), true",
        "a.b, aXb, false",
        "**/*.PEM, x/server.pem, true"
    })
    void globsFitAsTheSupervisorsDo(String glob, String path, boolean fits) {
        assertThat(PathGlob.ignoringCase(glob).matches(path)).isEqualTo(fits);
    }

    @Test
    void lineBreaksInNamesDoNotHideThem() {
        assertThat(PathGlob.ignoringCase("**/*.pem").matches("a\nb/c\n.pem")).isTrue();
    }

    @Test
    void whatIsNoGlobIsRefused() {
        for (String wrong : List.of("", " ", "a[z-a]")) {
            assertThatThrownBy(() -> new SensitiveFiles(List.of(wrong)))
                    .isInstanceOf(InvalidFieldException.class)
                    .hasMessageStartingWith("artifacts.sensitive");
        }
    }
}
