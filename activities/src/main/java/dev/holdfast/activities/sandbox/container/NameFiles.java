package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.sandbox.home.WrittenOnce;
import dev.holdfast.contract.Network;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a container without an engine sees as its own name and those of others. */
final class NameFiles {
    private static final String HOSTS = """
            127.0.0.1 localhost
            ::1 localhost ip6-localhost ip6-loopback
            127.0.1.1 %s
            """.formatted(Interior.HOST_NAME);

    private final Path hosts;
    private final Path hostname;
    private final Path resolver;

    private NameFiles(Path hosts, Path hostname, Path resolver) {
        this.hosts = hosts;
        this.hostname = hostname;
        this.resolver = resolver;
    }

    static NameFiles in(SandboxHome home) throws IOException {
        Path directory = home.root().resolve("names");
        return new NameFiles(
                WrittenOnce.at(directory.resolve("hosts"), HOSTS),
                WrittenOnce.at(directory.resolve("hostname"), Interior.HOST_NAME + "\n"),
                WrittenOnce.at(directory.resolve("resolv.conf"), ""));
    }

    /** Who shares the host's network also finds others as the host does. */
    List<Interior.Bind> binds(Network network) {
        List<Interior.Bind> binds = new ArrayList<>();
        Path host = Path.of("/etc");
        boolean shared = network == Network.HOST;
        binds.add(new Interior.Bind(shared ? host.resolve("hosts") : hosts, "/etc/hosts", true));
        binds.add(new Interior.Bind(hostname, "/etc/hostname", true));
        binds.add(new Interior.Bind(shared ? host.resolve("resolv.conf") : resolver, "/etc/resolv.conf", true));
        return binds;
    }
}
