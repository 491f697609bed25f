package dev.holdfast.devstack;

import dev.holdfast.devstack.control.StackHome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.function.IntPredicate;

/** One port for every name. A port that was asked for as 0 is chosen once and kept, so that addresses stay the same. */
record Ports(Map<PortName, Integer> numbers) {
    private static final int HIGHEST = 65_535;
    private static final int FREE_FROM = 20_000;
    private static final int FREE_BELOW = 32_000;

    /** @param isOurs whether something that an earlier stack left running answers at a port */
    static Ports resolve(StackHome home, Map<String, String> environment, IntPredicate isOurs) throws IOException {
        Path file = home.directory().resolve("ports.properties");
        Properties kept = read(file);
        Map<PortName, Integer> numbers = new EnumMap<>(PortName.class);
        for (PortName name : PortName.values()) {
            int wanted = wanted(name, environment);
            numbers.put(name, wanted == 0 ? keptOrFree(name, kept, isOurs) : wanted);
        }
        requireDifferent(numbers);
        try (var out = Files.newBufferedWriter(file)) {
            kept.store(out, "Ports that were chosen because 0 was asked for");
        }
        return new Ports(Map.copyOf(numbers));
    }

    int number(PortName name) {
        Integer number = numbers.get(name);
        if (number == null) {
            throw new IllegalStateException("no port for " + name);
        }
        return number;
    }

    String address(PortName name) {
        return "127.0.0.1:" + number(name);
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true); // as the parts do: connections that just ended do not count
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException inUse) {
            return false;
        }
    }

    private static void requireDifferent(Map<PortName, Integer> numbers) {
        Map<Integer, PortName> seen = new HashMap<>();
        numbers.forEach((name, number) -> {
            PortName other = seen.put(number, name);
            if (other != null) {
                throw new StackFailure(other.variable() + " and " + name.variable() + " are both " + number
                        + ": give them different ports, or 0 for free ones");
            }
        });
    }

    private static int wanted(PortName name, Map<String, String> environment) {
        String value = environment.getOrDefault(name.variable(), "").strip();
        if (value.isEmpty()) {
            return name.usual();
        }
        try {
            int port = Integer.parseInt(value);
            if (port >= 0 && port <= HIGHEST) {
                return port;
            }
        } catch (NumberFormatException e) {
            // told below, together with numbers out of range
        }
        throw new StackFailure(name.variable() + "='" + value + "' is not a port: give a number from 1 to " + HIGHEST
                + ", or 0 for a free one");
    }

    private static int keptOrFree(PortName name, Properties kept, IntPredicate isOurs) {
        int before = Integer.parseInt(kept.getProperty(name.name(), "0"));
        if (before != 0 && (isFree(before) || isOurs.test(before))) {
            return before;
        }
        int chosen = free(kept);
        kept.setProperty(name.name(), Integer.toString(chosen));
        return chosen;
    }

    /** Below the range from which the system serves everybody who asks for any port: there it would be gone soon. */
    private static int free(Properties taken) {
        Random random = new Random();
        while (true) {
            int candidate = random.nextInt(FREE_FROM, FREE_BELOW);
            if (isFree(candidate) && !taken.containsValue(Integer.toString(candidate))) {
                return candidate;
            }
        }
    }

    private static Properties read(Path file) throws IOException {
        Properties kept = new Properties();
        if (Files.exists(file)) {
            try (var in = Files.newBufferedReader(file)) {
                kept.load(in);
            }
        }
        return kept;
    }
}
