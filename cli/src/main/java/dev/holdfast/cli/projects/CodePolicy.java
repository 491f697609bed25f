package dev.holdfast.cli.projects;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.contract.ValidationSpec;
import dev.holdfast.validation.Judgement;
import dev.holdfast.validation.Validator;
import java.io.IOException;

/** What a repository's contract wants looked at before its code runs; nothing where it says nothing. */
final class CodePolicy {
    private CodePolicy() {}

    static void check(Repository repository) {
        ValidationSpec policy = repository.contract().validation();
        if (policy == null || policy.policy() == ValidationSpec.Policy.OFF) {
            return;
        }
        try {
            Judgement judgement = Judgement.of(Validator.validate(repository.directory()), policy);
            judgement
                    .findings()
                    .forEach(finding -> System.err.println("holdfast: " + finding.file() + ":" + finding.line() + ": "
                            + finding.severity() + " " + finding.rule() + ": " + finding.message()));
            if (judgement.blocked()) {
                throw new CommandFailure(
                        1,
                        "not run: validation.policy in .holdfast.yml blocks findings of severity " + policy.severity()
                                + " and above; see 'holdfast validate'");
            }
        } catch (IOException unreadable) {
            throw new CommandFailure("a file cannot be read: " + unreadable.getMessage());
        }
    }
}
