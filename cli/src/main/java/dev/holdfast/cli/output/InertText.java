package dev.holdfast.cli.output;

import java.nio.charset.StandardCharsets;

/** Words of a task or its caller (commands, names, reasons) within a line of ours. */
public final class InertText {
    private InertText() {}

    /** On one line, and without anything that a terminal obeys. */
    public static String of(String text) {
        byte[] bytes = text.replace("\n", "\\n").replace("\r", "\\r").getBytes(StandardCharsets.UTF_8);
        return new String(new OutputGuard(OutputGuard.Mode.COLOURLESS_TERMINAL).filter(bytes), StandardCharsets.UTF_8);
    }

    /** The same, at most so long. */
    public static String of(String text, int most) {
        String inert = of(text);
        return inert.length() <= most ? inert : inert.substring(0, most - 1) + "…";
    }
}
