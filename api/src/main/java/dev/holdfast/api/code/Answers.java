package dev.holdfast.api.code;

import dev.holdfast.contract.Cache;
import dev.holdfast.contract.rest.CodeFindings;
import dev.holdfast.contract.rest.DetectedProjects;
import dev.holdfast.projects.detect.Detection;
import dev.holdfast.projects.detect.Evidence;
import dev.holdfast.projects.detect.Project;
import dev.holdfast.validation.Finding;
import dev.holdfast.validation.Judgement;

/** What was found, in the words of the API. */
final class Answers {
    private Answers() {}

    static DetectedProjects of(Detection detection) {
        return new DetectedProjects(
                detection.projects().stream().map(Answers::of).toList(), detection.lookedFor(), detection.notes());
    }

    private static DetectedProjects.Project of(Project project) {
        return new DetectedProjects.Project(
                project.path(),
                project.ecosystem().json(),
                project.tool(),
                project.version(),
                project.image(),
                project.commands().install(),
                project.commands().build(),
                project.commands().test(),
                project.commands().lint(),
                project.caches().stream().map(Cache::json).toList(),
                project.reports(),
                project.members(),
                project.evidence().stream().map(Evidence::toString).toList());
    }

    static CodeFindings of(Judgement judgement) {
        return new CodeFindings(
                judgement.blocked(),
                judgement.suppressed(),
                judgement.findings().stream().map(Answers::of).toList());
    }

    private static CodeFindings.Finding of(Finding finding) {
        return new CodeFindings.Finding(
                finding.rule(),
                finding.severity().json(),
                finding.file(),
                finding.line(),
                finding.column(),
                finding.snippet(),
                finding.message(),
                finding.remedy());
    }
}
