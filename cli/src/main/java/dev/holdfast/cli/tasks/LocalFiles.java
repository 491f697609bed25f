package dev.holdfast.cli.tasks;

import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.InvalidFieldException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** Files of this machine that go into a workspace. */
final class LocalFiles {
    /** Base64 makes four characters of three bytes. */
    private static final int MOST_BYTES = InputFile.MAX_INLINE / 4 * 3;

    private LocalFiles() {}

    /** LOCAL or LOCAL:PATH; a name with a colon is understood when such a file exists. */
    static InputFile read(String written) {
        int colon = written.lastIndexOf(':');
        boolean whole = colon < 0 || Files.exists(Path.of(written));
        Path local = Path.of(whole ? written : written.substring(0, colon));
        Path name = local.getFileName();
        String path = !whole ? written.substring(colon + 1) : name == null ? "" : name.toString();
        try {
            if (!Files.isRegularFile(local)) {
                throw new InvalidFieldException("file", "'" + local + "' is not a file");
            }
            if (Files.size(local) > MOST_BYTES) {
                throw new InvalidFieldException("file", "'" + local + "' is larger than " + MOST_BYTES + " bytes");
            }
            return inline(path, Files.readAllBytes(local), Files.isExecutable(local));
        } catch (IOException unreadable) {
            throw new InvalidFieldException("file", "'" + local + "' cannot be read");
        }
    }

    private static InputFile inline(String path, byte[] bytes, boolean executable) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return new InputFile(path, text, null, null, executable, false);
        } catch (CharacterCodingException binary) {
            return new InputFile(path, null, Base64.getEncoder().encodeToString(bytes), null, executable, false);
        }
    }
}
