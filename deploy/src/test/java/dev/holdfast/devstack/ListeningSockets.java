package dev.holdfast.devstack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a process listens on, as the kernel tells it. */
final class ListeningSockets {
    private static final String LISTEN = "0A";
    private static final String LOOPBACK_4 = "0100007F";
    private static final String LOOPBACK_4_IN_6 = "0000000000000000FFFF00000100007F";
    private static final String LOOPBACK_6 = "00000000000000000000000001000000";

    private ListeningSockets() {}

    /** Addresses in the kernel's hexadecimal form. */
    static List<String> of(long pid) throws IOException {
        Set<String> inodes = inodes(pid);
        List<String> addresses = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
                String[] fields = line.strip().split("\\s+", -1);
                if (fields[3].equals(LISTEN) && inodes.contains(fields[9])) {
                    addresses.add(fields[1].substring(0, fields[1].indexOf(':')));
                }
            }
        }
        return addresses;
    }

    static boolean isLoopback(String address) {
        return address.equals(LOOPBACK_4) || address.equals(LOOPBACK_4_IN_6) || address.equals(LOOPBACK_6);
    }

    private static String target(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (NoSuchFileException closedMeanwhile) {
            return "";
        }
    }

    private static Set<String> inodes(long pid) throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (Path descriptor : descriptors.toList()) {
                String target = target(descriptor);
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        }
        return inodes;
    }
}
