package dev.holdfast.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.output.OutputGuard.Mode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutputGuardTest {
    private static final String ESC = "\u001b";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[2K", // erase the line
                "\u001b[1A", // one line up
                "\u001b[?1049h", // other screen
                "\u001b]52;c;cHduZWQ=\u0007", // clipboard
                "\u001b]52;c;cHduZWQ=\u001b\\",
                "\u001b]8;;https://example.org\u0007", // link
                "\u001bP+q544e\u001b\\", // question that the terminal answers by typing
                "\u001b_hidden\u001b\\",
                "\u001bc", // reset
                "\u001b(0", // other characters
                "\u001b\u001b[2J"
            })
    void whatATerminalWouldObeyIsGoneOnATerminalAndInFiles(String sequence) {
        for (Mode mode : new Mode[] {Mode.TERMINAL, Mode.COLOURLESS_TERMINAL, Mode.FILE}) {
            assertThat(filtered(mode, "a" + sequence + "b\n")).as(mode.name()).isEqualTo("ab\n");
        }
    }

    @Test
    void coloursStayOnATerminalOnly() {
        String coloured = ESC + "[1;31mred" + ESC + "[0m";

        assertThat(filtered(Mode.TERMINAL, coloured)).isEqualTo(coloured);
        assertThat(filtered(Mode.FILE, coloured)).isEqualTo("red");
        assertThat(filtered(Mode.COLOURLESS_TERMINAL, coloured + "\u0007")).isEqualTo("red");
    }

    @Test
    void whoWorksAtATerminalGetsTheCursorAndNotTheClipboard() {
        String drawing = ESC + "[2J" + ESC + "[1;1H" + ESC + "[?1049h" + ESC + "(B" + ESC + "7\u0007\b";

        assertThat(filtered(Mode.INTERACTIVE, drawing)).isEqualTo(drawing);
        assertThat(filtered(Mode.INTERACTIVE, "a" + ESC + "]52;c;cHduZWQ=\u0007b" + ESC + "]0;title" + ESC + "\\c"))
                .isEqualTo("abc");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void plainTextPassesUnchanged(Mode mode) {
        String text = "tabs\tlines\r\nÜmläute, 漢字, 🙂 and nbsp\u00a0end";

        assertThat(filtered(mode, text)).isEqualTo(text);
    }

    @Test
    void theOneCharacterFormsAreGoneOnATerminal() {
        assertThat(filtered(Mode.TERMINAL, "a\u009b2Kb\u0007\bc")).isEqualTo("a2Kbc");
    }

    @Test
    void aSequenceThatNeverEndsDoesNotSwallowTheRest() {
        assertThat(filtered(Mode.FILE, "a" + ESC + "]0;title\nnext line\n")).isEqualTo("a\nnext line\n");
        assertThat(filtered(Mode.FILE, "a" + ESC + "[" + "1;".repeat(500) + "\nnext\n"))
                .endsWith("\nnext\n");
        assertThat(filtered(Mode.FILE, ESC + "]" + "x".repeat(10_000) + "end")).endsWith("end");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void howTheOutputIsCutChangesNothing(Mode mode) {
        byte[] bytes = ("a" + ESC + "[31mred" + ESC + "]52;c;x" + ESC + "\\ü\u009b" + ESC + "[2Kend")
                .getBytes(StandardCharsets.UTF_8);
        byte[] whole = new OutputGuard(mode).filter(bytes);
        OutputGuard guard = new OutputGuard(mode);
        ByteArrayOutputStream pieces = new ByteArrayOutputStream();
        for (byte b : bytes) {
            pieces.writeBytes(guard.filter(new byte[] {b}));
        }

        assertThat(pieces.toByteArray()).isEqualTo(whole);
    }

    @Test
    void whatIsNoTextReachesAFileByteForByte() {
        byte[] archive = {0x1f, (byte) 0x8b, 8, 0, 0x1b, '[', '2', 'K'};
        byte[] withNul = {'a', 0, 0x1b, ']', 'x'};

        assertThat(new OutputGuard(Mode.FILE).filter(archive)).isEqualTo(archive);
        assertThat(new OutputGuard(Mode.FILE).filter(withNul)).isEqualTo(withNul);
    }

    @Test
    void rawIsRaw() {
        String all = ESC + "[2K" + ESC + "]52;c;x\u0007\u0000";

        assertThat(filtered(Mode.RAW, all)).isEqualTo(all);
    }

    private static String filtered(Mode mode, String text) {
        return new String(new OutputGuard(mode).filter(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }
}
