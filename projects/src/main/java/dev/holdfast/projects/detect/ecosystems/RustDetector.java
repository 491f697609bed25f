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

/** Rust by Cargo. */
final class RustDetector implements ProjectDetector {
    private static final Pattern VERSION = Pattern.compile("(?m)^\\s*rust-version\\s*=\\s*\"([^\"]+)\"");
    private static final Pattern TOOLCHAIN = Pattern.compile("(?m)^\\s*(?:channel\\s*=\\s*\")?([\\w.-]+)\"?\\s*$");
    private static final Pattern WORKSPACE = Pattern.compile("(?m)^\\[workspace\\]");
    private static final String REPORT = ProjectBuilder.REPORTS + "/cargo-test.txt";

    @Override
    public List<String> looksFor() {
        return List.of("Cargo.toml");
    }

    @Override
    public Optional<Found> detect(SourceDirectory directory) {
        if (!directory.has("Cargo.toml")) {
            return Optional.empty();
        }
        SourceText manifest = directory.text("Cargo.toml");
        String locked = directory.has("Cargo.lock") ? " --locked" : "";
        return new ProjectBuilder(directory, Ecosystem.RUST, "cargo")
                .evidence("Cargo.toml", "a Cargo package")
                .cache(Cache.CARGO)
                .version(manifest.find(VERSION, "asks for Rust {}"))
                .version(directory.text("rust-toolchain").find(TOOLCHAIN, "asks for Rust {}"))
                .evidence(manifest.find(WORKSPACE, "a workspace"))
                .install("cargo fetch" + locked)
                .build("cargo build" + locked)
                .test(
                        "mkdir -p " + ProjectBuilder.REPORTS + " && cargo test --no-fail-fast" + locked + " > " + REPORT
                                + " 2>&1; code=$?; cat " + REPORT + "; exit $code",
                        REPORT)
                .lint("cargo clippy")
                .found(manifest.contains(WORKSPACE));
    }
}
