package dev.holdfast.cli.tasks;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.output.StatusLine;
import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.InvalidFieldException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Files of this machine that go into a workspace: small ones within the task, the others as uploads. */
final class LocalFiles {
    /** Many files share one request, which has room for about a megabyte. */
    private static final int INLINE_BYTES = 16 * 1024;

    private static final int INLINE_BUDGET = 256 * 1024;
    private static final String WORKSPACE = ".";

    private final List<Place> files;
    private final List<Place> directories;

    /** Where something is here, and where it goes. */
    private record Place(Path local, String path) {
        /** LOCAL or LOCAL:PATH; a name with a colon is understood when such a file exists. */
        static Place of(String written, String otherwise) {
            int colon = written.lastIndexOf(':');
            return colon < 0 || Files.exists(Path.of(written))
                    ? new Place(Path.of(written), otherwise)
                    : new Place(Path.of(written.substring(0, colon)), written.substring(colon + 1));
        }
    }

    private LocalFiles(List<Place> files, List<Place> directories) {
        this.files = files;
        this.directories = directories;
    }

    /** Checks what can be checked before anything is sent. */
    static LocalFiles of(List<String> files, List<String> directories) {
        List<Place> plain = new ArrayList<>();
        for (String written : files) {
            Place place = Place.of(written, "");
            if (!Files.isRegularFile(place.local())) {
                throw new InvalidFieldException("file", "'" + place.local() + "' is not a file");
            }
            plain.add(place.path().isEmpty() ? new Place(place.local(), name(place.local())) : place);
        }
        List<Place> whole = new ArrayList<>();
        for (String written : directories) {
            Place place = Place.of(written, WORKSPACE);
            if (!Files.isDirectory(place.local())) {
                throw new InvalidFieldException("copy", "'" + place.local() + "' is not a directory");
            }
            whole.add(place);
        }
        return new LocalFiles(plain, whole);
    }

    private static String name(Path local) {
        Path last = local.getFileName();
        return last == null ? "" : last.toString();
    }

    boolean isEmpty() {
        return files.isEmpty() && directories.isEmpty();
    }

    List<InputFile> brought(Holdfast holdfast, StatusLine status) {
        List<InputFile> brought = new ArrayList<>();
        try {
            for (Place directory : directories) {
                status.waitingFor("uploading " + directory.local());
                String sha256 = holdfast.uploadDirectory(directory.local()).sha256();
                brought.add(InputFile.upload(directory.path(), sha256, true));
            }
            long inline = 0;
            for (Place file : files) {
                long size = Files.size(file.local());
                boolean small = size <= INLINE_BYTES && inline + size <= INLINE_BUDGET;
                inline += small ? size : 0;
                status.waitingFor("uploading " + file.local());
                brought.add(small ? inline(file) : uploaded(file, holdfast));
            }
            return brought;
        } catch (IOException unreadable) {
            throw new CommandFailure("a file cannot be read: " + unreadable.getMessage());
        }
    }

    private static InputFile uploaded(Place file, Holdfast holdfast) throws IOException {
        String sha256 = holdfast.upload(file.local()).sha256();
        return new InputFile(file.path(), null, null, sha256, Files.isExecutable(file.local()), false);
    }

    private static InputFile inline(Place file) throws IOException {
        byte[] bytes = Files.readAllBytes(file.local());
        boolean executable = Files.isExecutable(file.local());
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return new InputFile(file.path(), text, null, null, executable, false);
        } catch (CharacterCodingException binary) {
            return new InputFile(file.path(), null, Base64.getEncoder().encodeToString(bytes), null, executable, false);
        }
    }
}
