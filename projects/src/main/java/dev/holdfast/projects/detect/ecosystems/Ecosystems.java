package dev.holdfast.projects.detect.ecosystems;

import dev.holdfast.projects.detect.ProjectDetector;
import java.util.List;

/** All that are known, in the order in which they are asked. */
public final class Ecosystems {
    private Ecosystems() {}

    /** Last those that count only where no other tool is at home. */
    public static List<ProjectDetector> all() {
        return List.of(
                new NodeDetector(),
                new PythonDetector(),
                new JavaDetector(),
                new GoDetector(),
                new RustDetector(),
                new RubyDetector(),
                new PhpDetector(),
                new DotnetDetector(),
                new PowershellDetector(),
                new MakeDetector(),
                new ContractDetector());
    }
}
