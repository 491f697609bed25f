package dev.holdfast.projects.detect;

import dev.holdfast.projects.detect.ecosystems.Ecosystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
        private final Map<String, SourceText.Match> images = new LinkedHashMap<>();

        void take(SourceDirectory directory, List<ProjectDetector> detectors) {
            Devcontainer.image(directory).ifPresent(image -> images.put(directory.path(), image));
            boolean any = false;
            for (ProjectDetector detector : detectors) {
                Optional<ProjectDetector.Found> one = detector.detect(directory);
                if (one.isPresent() && !(any && isLastResort(one.get().project().ecosystem()))) {
                    any = true;
                    add(withDevcontainer(one.get(), directory));
                }
            }
        }

        /** Where another tool is at home, the Makefile only calls it, and the contract only overrides it. */
        private static boolean isLastResort(Ecosystem ecosystem) {
            return ecosystem == Ecosystem.MAKE || ecosystem == Ecosystem.OTHER;
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

        /** The nearest one counts: a repository's holds for all that is in it. */
        private ProjectDetector.Found withDevcontainer(ProjectDetector.Found one, SourceDirectory directory) {
            Project project = one.project();
            Optional<SourceText.Match> dockerfile = Devcontainer.dockerfile(directory);
            if (dockerfile.isPresent()) {
                project = project.withImage(project.image(), dockerfile.get().evidence());
            }
            String nearest = images.keySet().stream()
                    .filter(path -> path.equals(directory.path()) || isBelow(directory.path(), path))
                    .max(Comparator.comparingInt(path -> path.equals(".") ? 0 : path.length()))
                    .orElse(null);
            if (nearest != null) {
                SourceText.Match image = Objects.requireNonNull(images.get(nearest));
                project = project.withImage(image.value(), image.evidence());
            }
            return new ProjectDetector.Found(project, one.aggregate());
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
