package dev.holdfast.activities.task;

import dev.holdfast.activities.artifacts.InputStager;
import dev.holdfast.contract.JsonText;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.ValidationSpec;
import dev.holdfast.contract.ValidationSpec.Policy;
import dev.holdfast.validation.Finding;
import dev.holdfast.validation.Judgement;
import dev.holdfast.validation.Validator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Looks at a task's files before they get into its sandbox, where its spec wants that. */
final class CodeCheck {
    private static final int MOST_SHOWN = 20;

    /** Of one finding; paths may be long. */
    private static final int MOST_BYTES = 1024;

    private final InputStager inputs;

    CodeCheck(InputStager inputs) {
        this.inputs = inputs;
    }

    /**
     * @param still throws when nobody waits for the result any more
     * @return what was found, to be told beside the result
     * @throws CodeBlockedException when the policy is not to run such code
     */
    List<String> look(TaskSpec spec, Runnable still) {
        ValidationSpec policy = spec.validation();
        if (policy == null || policy.policy() == Policy.OFF) {
            return List.of();
        }
        Judgement judgement = Judgement.of(findings(spec, still), policy);
        if (judgement.blocked()) {
            List<Finding> blocking = judgement.findings().stream()
                    .filter(finding -> finding.severity().compareTo(policy.severity()) >= 0)
                    .toList();
            throw new CodeBlockedException("validation: nothing was run, because of findings of severity "
                    + policy.severity() + " and above: " + String.join("; ", shown(blocking)));
        }
        return shown(judgement.findings()).stream()
                .map(finding -> "validation: " + finding)
                .toList();
    }

    private List<Finding> findings(TaskSpec spec, Runnable still) {
        List<Finding> all = new ArrayList<>();
        try {
            inputs.read(spec.files(), (path, size, content) -> {
                all.addAll(Validator.stream(path, size, content));
                still.run();
            });
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return all;
    }

    /** Without the line itself, which may hold a secret. */
    private static List<String> shown(List<Finding> findings) {
        Stream<String> first = findings.stream()
                .limit(MOST_SHOWN)
                .map(finding -> finding.file() + ":" + finding.line() + ":" + finding.column() + ": "
                        + finding.severity() + " " + finding.rule() + ": " + finding.message())
                .map(shown -> JsonText.shortened(shown, MOST_BYTES));
        int more = findings.size() - MOST_SHOWN;
        return Stream.concat(first, more > 0 ? Stream.of("and " + more + " more") : Stream.empty())
                .toList();
    }
}
