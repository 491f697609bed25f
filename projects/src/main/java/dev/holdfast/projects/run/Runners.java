package dev.holdfast.projects.run;

import dev.holdfast.projects.detect.Ecosystem;
import java.util.List;

/** One runner for each ecosystem. */
final class Runners {
    private static final List<Runner> ALL = List.of(
            new NodeRunner(),
            new PythonRunner(),
            new JavaRunner(),
            new GoRunner(),
            new RustRunner(),
            new RubyRunner(),
            new PhpRunner(),
            new DotnetRunner(),
            new PowershellRunner(),
            new MakeRunner(),
            new OtherRunner());

    private Runners() {}

    static Runner of(Ecosystem ecosystem) {
        return ALL.stream()
                .filter(runner -> runner.ecosystem() == ecosystem)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no runner for " + ecosystem));
    }
}
