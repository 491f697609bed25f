package dev.holdfast.activities.artifacts;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Guesses what a file is from its first bytes and its name. A guess for display: nothing is ever opened by it. */
final class ContentTypes {
    static final int BYTES_NEEDED = 512;
    private static final String UNKNOWN = "application/octet-stream";
    private static final String TEXT = "text/plain";

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Magic(int offset, byte[] bytes, String type) {
        static Magic of(int offset, String hex, String type) {
            return new Magic(offset, HexFormat.of().parseHex(hex), type);
        }

        boolean fits(byte[] head) {
            if (head.length < offset + bytes.length) {
                return false;
            }
            for (int i = 0; i < bytes.length; i++) {
                if (head[offset + i] != bytes[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final List<Magic> MAGIC = List.of(
            Magic.of(0, "89504e470d0a1a0a", "image/png"),
            Magic.of(0, "ffd8ff", "image/jpeg"),
            Magic.of(0, "474946383761", "image/gif"),
            Magic.of(0, "474946383961", "image/gif"),
            Magic.of(8, "57454250", "image/webp"),
            Magic.of(0, "255044462d", "application/pdf"),
            Magic.of(0, "1f8b", "application/gzip"),
            Magic.of(0, "28b52ffd", "application/zstd"),
            Magic.of(0, "425a68", "application/x-bzip2"),
            Magic.of(0, "fd377a585a00", "application/x-xz"),
            Magic.of(0, "377abcaf271c", "application/x-7z-compressed"),
            Magic.of(257, "7573746172", "application/x-tar"),
            Magic.of(0, "7f454c46", "application/x-elf"),
            Magic.of(0, "0061736d", "application/wasm"),
            Magic.of(0, "53514c69746520666f726d6174203300", "application/vnd.sqlite3"));

    private static final Magic ZIP = Magic.of(0, "504b0304", "application/zip");

    private static final Map<String, String> ZIP_BY_EXTENSION = Map.of(
            "jar", "application/java-archive",
            "war", "application/java-archive",
            "whl", "application/zip",
            "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation",
            "epub", "application/epub+zip");

    private static final Map<String, String> TEXT_BY_EXTENSION = Map.ofEntries(
            Map.entry("html", "text/html"),
            Map.entry("htm", "text/html"),
            Map.entry("css", "text/css"),
            Map.entry("csv", "text/csv"),
            Map.entry("md", "text/markdown"),
            Map.entry("js", "text/javascript"),
            Map.entry("mjs", "text/javascript"),
            Map.entry("json", "application/json"),
            Map.entry("ndjson", "application/x-ndjson"),
            Map.entry("xml", "application/xml"),
            Map.entry("yaml", "application/yaml"),
            Map.entry("yml", "application/yaml"),
            Map.entry("toml", "application/toml"),
            Map.entry("svg", "image/svg+xml"));

    private ContentTypes() {}

    /** @param head the first {@link #BYTES_NEEDED} bytes, or all if there are fewer */
    static String guess(String path, byte[] head) {
        String extension = extension(path);
        if (ZIP.fits(head)) {
            return ZIP_BY_EXTENSION.getOrDefault(extension, ZIP.type());
        }
        for (Magic magic : MAGIC) {
            if (magic.fits(head)) {
                return magic.type();
            }
        }
        return looksLikeText(head) ? TEXT_BY_EXTENSION.getOrDefault(extension, TEXT) : UNKNOWN;
    }

    private static String extension(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        return dot <= 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }

    /** UTF-8 without control characters but white space and ESC; the last character may be cut. */
    private static boolean looksLikeText(byte[] head) {
        for (byte b : head) {
            boolean control = (b >= 0 && b < 0x20) || b == 0x7f;
            if (control && b != '\t' && b != '\n' && b != '\r' && b != '\f' && b != 0x1b) {
                return false;
            }
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CoderResult result =
                decoder.decode(ByteBuffer.wrap(head), CharBuffer.allocate(head.length + 1), head.length < BYTES_NEEDED);
        return !result.isError();
    }
}
