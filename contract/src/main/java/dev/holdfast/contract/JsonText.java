package dev.holdfast.contract;

/** Text as JSON writes it: what counts where space is short, because an escape takes up to six times what it stands for. */
public final class JsonText {
    private JsonText() {}

    /** In bytes of UTF-8, without the quotes. */
    public static int length(String text) {
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            length += length(text.charAt(i));
        }
        return length;
    }

    private static int length(char c) {
        if (c < 0x20) {
            return c == '\n' || c == '\t' || c == '\r' || c == '\b' || c == '\f' ? 2 : 6;
        }
        if (c < 0x80) {
            return c == '"' || c == '\\' ? 2 : 1;
        }
        // Two surrogates are one character of four bytes.
        return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }

    /** The same where it is short enough, else its beginning and its end and how much there is between. */
    public static String shortened(String text, int mostBytes) {
        if (text.length() * 6L <= mostBytes || length(text) <= mostBytes) {
            return text;
        }
        String longestMark = mark(text.length());
        int eachEnd = (mostBytes - length(longestMark)) / 2;
        if (eachEnd <= 0) {
            return "…";
        }
        int from = 0;
        for (int left = eachEnd - length(text.charAt(0)); left >= 0; left -= length(text.charAt(from))) {
            from++;
        }
        int to = text.length();
        for (int left = eachEnd - length(text.charAt(to - 1)); left >= 0; left -= length(text.charAt(to - 1))) {
            to--;
        }
        if (from > 0 && Character.isHighSurrogate(text.charAt(from - 1))) {
            from--;
        }
        if (to < text.length() && Character.isLowSurrogate(text.charAt(to))) {
            to++;
        }
        return text.substring(0, from) + mark(to - from) + text.substring(to);
    }

    private static String mark(int characters) {
        return "[… " + characters + " characters left out …]";
    }
}
