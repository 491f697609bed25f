package dev.holdfast.projects.detect;

import dev.holdfast.projects.detect.ecosystems.Ecosystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the projects of a directory. */
public final class Detector {
    private final List<ProjectDetector> detectors;

    Detector(List<ProjectDetector> detectors) {
        this.detectors = List.copyOf(detectors);
    }

    public static Detector standard() {
        return new Detector(Ecosystems.all());
    }

    public Detection detect(Path directory) {
        TreeScan scan = new TreeScan();
        Gathering gathering = new Gathering();
        scan.walk(directory.toAbsolutePath().normalize(), visited -> gathering.take(visited, detectors));
        return new Detection(gathering.projects(), lookedFor(), scan.entries(), scan.notes());
    }

    private List<String> lookedFor() {
        return detectors.stream()
                .flatMap(detector -> detector.looksFor().stream())
                .distinct()
                .toList();
    }

    /** Projects in the order of the walk, which is from the outside inwards. */
    private static final class Gathering {
        private final List<ProjectDetector.Found> found = new ArrayList<>();
        private final List<List<String>> members = new ArrayList<>();

        void take(SourceDirectory directory, List<ProjectDetector> detectors) {
            boolean any = false;
            for (ProjectDetector detector : detectors) {
                Optional<ProjectDetector.Found> one = detector.detect(directory);
                if (one.isPresent() && !(any && one.get().project().ecosystem() == Ecosystem.MAKE)) {
                    any = true;
                    add(withDevcontainer(one.get(), directory));
                }
            }
        }

        private void add(ProjectDetector.Found one) {
            for (int i = 0; i < found.size(); i++) {
                ProjectDetector.Found outer = found.get(i);
                if (outer.aggregate()
                        && outer.project().ecosystem() == one.project().ecosystem()
                        && isBelow(one.project().path(), outer.project().path())) {
                    members.get(i).add(one.project().path());
                    return;
                }
            }
            found.add(one);
            members.add(new ArrayList<>());
        }

        private static boolean isBelow(String path, String outer) {
            return !path.equals(outer) && (outer.equals(".") || path.startsWith(outer + "/"));
        }

        private static ProjectDetector.Found withDevcontainer(ProjectDetector.Found one, SourceDirectory directory) {
            return Devcontainer.image(directory)
                    .map(image -> new ProjectDetector.Found(
                            one.project().withImage(image.value(), image.evidence()), one.aggregate()))
                    .orElse(one);
        }

        List<Project> projects() {
            List<Project> all = new ArrayList<>();
            for (int i = 0; i < found.size(); i++) {
                all.add(found.get(i).project().withMembers(members.get(i)));
            }
            return all;
        }
    }
}
