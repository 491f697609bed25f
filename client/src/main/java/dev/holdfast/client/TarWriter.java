package dev.holdfast.client;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Packs a directory as tar (POSIX pax): files, directories and symbolic links; nothing else is taken. */
final class TarWriter {
    private static final int BLOCK = 512;
    private static final char FILE = '0';
    private static final char LINK = '2';
    private static final char DIRECTORY = '5';
    private static final char PAX = 'x';
    private static final int SHORT_NAME = 100;

    private final OutputStream out;

    TarWriter(OutputStream out) {
        this.out = out;
    }

    /** Everything below the directory, in the order of names, so that the same files make the same bytes. */
    void pack(Path directory) throws IOException {
        try (Stream<Path> found = Files.walk(directory)) {
            List<Path> paths =
                    found.filter(path -> !path.equals(directory)).sorted().toList();
            for (Path path : paths) {
                add(path, directory.relativize(path).toString());
            }
        }
        out.write(new byte[2 * BLOCK]);
    }

    /** These files, given relative to the directory, and the directories that they are in. */
    void pack(Path directory, List<String> files) throws IOException {
        Set<String> names = new TreeSet<>(files);
        for (String file : files) {
            for (int slash = file.lastIndexOf('/'); slash > 0; slash = file.lastIndexOf('/', slash - 1)) {
                names.add(file.substring(0, slash));
            }
        }
        for (String name : names) {
            add(directory.resolve(name), name);
        }
        out.write(new byte[2 * BLOCK]);
    }

    private void add(Path path, String name) throws IOException {
        if (Files.isSymbolicLink(path)) {
            header(name, LINK, 0, 0777, Files.readSymbolicLink(path).toString());
        } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            header(name + "/", DIRECTORY, 0, 0755, "");
        } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            long size = Files.size(path);
            header(name, FILE, size, Files.isExecutable(path) ? 0755 : 0644, "");
            long copied = Files.copy(path, out);
            if (copied != size) {
                throw new IOException(path + " changed while it was read; try again");
            }
            pad(size);
        }
    }

    private void header(String name, char type, long size, int mode, String link) throws IOException {
        boolean plain = fits(name) && fits(link);
        if (!plain) {
            byte[] records = (record("path", name) + (link.isEmpty() ? "" : record("linkpath", link)))
                    .getBytes(StandardCharsets.UTF_8);
            block("pax", PAX, records.length, 0644, "");
            out.write(records);
            pad(records.length);
        }
        block(plain ? name : "long", type, size, mode, plain ? link : "");
    }

    private static boolean fits(String name) {
        return name.length() <= SHORT_NAME && name.chars().allMatch(c -> c < 128);
    }

    /** Its length counts itself: adding the digits may add a digit. */
    private static String record(String key, String value) {
        String rest = " " + key + "=" + value + "\n";
        int length = rest.getBytes(StandardCharsets.UTF_8).length;
        int total = length + Integer.toString(length).length();
        total = length + Integer.toString(total).length();
        return total + rest;
    }

    private void block(String name, char type, long size, int mode, String link) throws IOException {
        byte[] header = new byte[BLOCK];
        put(header, 0, name);
        put(header, 100, String.format("%07o", mode));
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, String.format("%011o", size));
        put(header, 136, "00000000000");
        put(header, 148, "        ");
        header[156] = (byte) type;
        put(header, 157, link);
        put(header, 257, "ustar");
        put(header, 263, "00");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        put(header, 148, String.format("%06o", sum));
        header[154] = 0;
        out.write(header);
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private void pad(long size) throws IOException {
        int over = (int) (size % BLOCK);
        if (over > 0) {
            out.write(new byte[BLOCK - over]);
        }
    }
}
