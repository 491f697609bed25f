package dev.holdfast.cli.doctor;

import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StateFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Temporal, PostgreSQL, S3, API and worker: the ones that were named, else this machine's stack. */
final class PartChecks {
    private static final Map<String, String> NAMED_BY = Map.of(
            "temporal", "HOLDFAST_TEMPORAL_TARGET",
            "postgres", "HOLDFAST_POSTGRES_URL",
            "s3", "HOLDFAST_S3_ENDPOINT",
            "api", "HOLDFAST_API_URL");
    private static final Pattern HOST_AND_PORT = Pattern.compile("(?:.*//)?([^:/@]+):(\\d+).*");
    private static final int TIMEOUT_MILLIS = 2_000;

    private final StackHome home;
    private final Map<String, String> environment;

    PartChecks(StackHome home, Map<String, String> environment) {
        this.home = home;
        this.environment = environment;
    }

    List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        for (String part : List.of("temporal", "postgres", "s3", "api", "worker")) {
            findings.add(check(part));
        }
        return findings;
    }

    private Finding check(String part) {
        String variable = NAMED_BY.get(part);
        String named = variable == null ? null : environment.get(variable);
        Optional<String> address = Optional.ofNullable(named).or(() -> started(part));
        if (address.isEmpty()) {
            return Finding.warning(part, "not started", "'./holdfast up' starts it; 'run' does so by itself");
        }
        return answers(address.get())
                ? Finding.ok(part, "answers at " + address.get())
                : Finding.problem(
                        part,
                        "nobody answers at " + address.get(),
                        named == null ? "start it again by './holdfast up'" : "start it, or correct " + variable);
    }

    private Optional<String> started(String part) {
        try {
            return new StateFile(home)
                    .read()
                    .filter(state -> state.stack().isAlive())
                    .flatMap(state -> state.part(part))
                    .map(PartState::address);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    static boolean answers(String address) {
        Matcher matcher = HOST_AND_PORT.matcher(address);
        if (!matcher.matches()) {
            return false;
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(matcher.group(1), Integer.parseInt(matcher.group(2))), TIMEOUT_MILLIS);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
