package dev.holdfast.activities.reports;

import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.contract.Artifact;
import dev.holdfast.projects.reports.ReportFile;
import dev.holdfast.projects.reports.TestReport;
import dev.holdfast.projects.reports.TestReports;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds test reports among artifacts. Which files are worth a look is seen from their names, whether they are reports from
 * what is in them. They are read when somebody asks, so a hostile one cannot do anything to the task that left it.
 */
public final class TaskTests {
    private static final Pattern NAME = Pattern.compile(
            "(^|.*[/._-])(tests?|junit|specs?|reports?|results?)([/._-].*)?\\.(xml|json|jsonl|ndjson|txt|log)"
                    + "|.*\\.(trx|tap)|\\.artifacts/reports/.*");
    private static final int MOST_FILES = 1_000;
    private static final long MOST_BYTES = 16 << 20;
    private static final TestReports READER = TestReports.ranIn("/workspace");

    private final BlobStore blobs;

    public TaskTests(BlobStore blobs) {
        this.blobs = blobs;
    }

    /**
     * @param report of all files together
     * @param paths the artifacts that are reports
     */
    public record Found(TestReport report, Set<String> paths) {}

    /** Empty when none of them is a report. */
    public Optional<Found> in(Collection<Artifact> artifacts) {
        List<ReportFile> reports = new ArrayList<>();
        int files = 0;
        long bytes = 0;
        for (Artifact artifact : artifacts) {
            if (!mayBeAReport(artifact) || files == MOST_FILES || bytes + artifact.size() > MOST_BYTES) {
                continue;
            }
            files++;
            bytes += artifact.size();
            content(artifact)
                    .map(content -> new ReportFile(artifact.path(), () -> new ByteArrayInputStream(content)))
                    .filter(file -> !READER.read(List.of(file)).formats().isEmpty())
                    .ifPresent(reports::add);
        }
        return reports.isEmpty()
                ? Optional.empty()
                : Optional.of(new Found(
                        READER.read(reports),
                        Set.copyOf(reports.stream().map(ReportFile::path).toList())));
    }

    private static boolean mayBeAReport(Artifact artifact) {
        return artifact.status() == Artifact.Status.COMPLETE
                && artifact.size() > 0
                && NAME.matcher(artifact.path().toLowerCase(Locale.ROOT)).matches();
    }

    private Optional<byte[]> content(Artifact artifact) {
        try (InputStream content = blobs.get(String.valueOf(artifact.sha256()))) {
            return Optional.of(content.readAllBytes());
        } catch (ArtifactException | IOException noLongerStored) {
            return Optional.empty();
        }
    }
}
