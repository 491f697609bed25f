package dev.holdfast.projects.detect.ecosystems;

import dev.holdfast.contract.Cache;
import dev.holdfast.projects.detect.Ecosystem;
import dev.holdfast.projects.detect.ProjectBuilder;
import dev.holdfast.projects.detect.ProjectDetector;
import dev.holdfast.projects.detect.SourceDirectory;
import dev.holdfast.projects.detect.SourceText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Go modules. */
final class GoDetector implements ProjectDetector {
    private static final Pattern VERSION = Pattern.compile("(?m)^go\\s+([\\d.]+)");
    private static final Pattern REQUIRE = Pattern.compile("(?m)^\\s*require\\b");
    private static final String REPORT = ProjectBuilder.REPORTS + "/go-test.json";

    @Override
    public List<String> looksFor() {
        return List.of("go.mod", "go.work");
    }

    @Override
    public Optional<Found> detect(SourceDirectory directory) {
        boolean workspace = directory.has("go.work");
        if (!workspace && !directory.has("go.mod")) {
            return Optional.empty();
        }
        SourceText module = directory.text(directory.has("go.mod") ? "go.mod" : "go.work");
        return new ProjectBuilder(directory, Ecosystem.GO, "go")
                .evidence(workspace ? "go.work" : "go.mod", workspace ? "a Go workspace" : "a Go module")
                .cache(Cache.GO)
                .version(module.find(VERSION, "asks for Go {}"))
                .install(module.contains(REQUIRE) ? "go mod download" : null)
                .build("go build ./...")
                // tee would hide the exit code, so the report is shown after it was written.
                .test(
                        "mkdir -p " + ProjectBuilder.REPORTS + " && go test -json ./... > " + REPORT + "; code=$?; "
                                + "grep -o '\"Output\":\"\\(FAIL\\|ok\\|---\\|panic\\)[^\"]*' " + REPORT
                                + " | cut -c11- ; exit $code",
                        REPORT)
                .lint("go vet ./...")
                .found(workspace);
    }
}
