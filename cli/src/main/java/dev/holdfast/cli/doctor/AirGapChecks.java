package dev.holdfast.cli.doctor;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.stack.HostAccess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Has the worker try whether anything gets out of its sandboxes, or an image in. */
final class AirGapChecks {
    private static final String FIX =
            "start the worker with HOLDFAST_SANDBOXES_AIR_GAPPED=true and without HOLDFAST_NETWORKS";

    private final HostAccess host;

    AirGapChecks(HostAccess host) {
        this.host = host;
    }

    List<Finding> run() {
        try {
            Optional<JsonNode> tried = host.ask("GET", "/host/air-gap");
            return tried.isPresent()
                    ? findings(tried.get())
                    : List.of(Finding.problem(
                            "air-gap",
                            "no worker of this machine runs, so nothing was tried",
                            "'./holdfast up' first"));
        } catch (IOException | CommandFailure failed) {
            return List.of(Finding.problem("air-gap", "could not be tried: " + failed.getMessage(), FIX));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return List.of(Finding.problem("air-gap", "interrupted", "try again"));
        }
    }

    static List<Finding> findings(JsonNode tried) {
        List<Finding> findings = new ArrayList<>();
        for (JsonNode one : tried.path("findings")) {
            String detail =
                    one.path("name").asString("") + ": " + one.path("detail").asString("");
            findings.add(
                    one.path("holds").asBoolean(false)
                            ? Finding.ok("air-gap", detail)
                            : Finding.problem("air-gap", detail, FIX));
        }
        return findings;
    }
}
