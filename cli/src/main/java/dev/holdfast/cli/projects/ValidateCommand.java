package dev.holdfast.cli.projects;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Json;
import dev.holdfast.contract.Severity;
import dev.holdfast.contract.ValidationSpec;
import dev.holdfast.projects.repo.RepoContract;
import dev.holdfast.validation.Finding;
import dev.holdfast.validation.Judgement;
import dev.holdfast.validation.Sarif;
import dev.holdfast.validation.Validator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks at code before it runs. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description = {
            "Looks for dangerous calls, secrets and syntax errors in a file or directory. Nothing is run.",
            "Suppressions and the severity that blocks come from .holdfast.yml (validation)."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing at or above the severity",
            "1:something is",
            "2:there is no such file, or .holdfast.yml is wrong"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  holdfast validate",
            "  holdfast validate src --severity warning",
            "  holdfast validate main.py -o sarif > findings.sarif"
        })
public final class ValidateCommand implements Callable<Integer> {
    /** How findings are written. */
    enum Shape {
        TEXT,
        JSON,
        SARIF
    }

    @Parameters(paramLabel = "PATH", arity = "0..1", description = "A file or directory; here when left out.")
    Path path = Path.of(".");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json or sarif")
    Shape format = Shape.TEXT;

    @Option(
            names = "--severity",
            paramLabel = "LEVEL",
            description = "info, warning, error or critical; error when left out.")
    @Nullable Severity severity;

    @Override
    public Integer call() {
        if (!Files.exists(path)) {
            throw new CommandFailure(ExitCodes.USAGE, "'" + path + "' is not there");
        }
        RepoContract contract = Files.isDirectory(path) ? Repository.contractAt(path) : RepoContract.EMPTY;
        Severity least = least(contract);
        Judgement judgement = Judgement.of(findings(), blocking(contract, least));
        switch (format) {
            case JSON -> Json.print(System.out, judgement);
            case SARIF -> System.out.println(Sarif.json(judgement.findings(), "0.1.0"));
            case TEXT -> print(judgement);
        }
        return judgement.blocked() ? 1 : ExitCodes.OK;
    }

    private List<Finding> findings() {
        try {
            return Validator.validate(path);
        } catch (IOException unreadable) {
            throw new CommandFailure("a file cannot be read: " + unreadable.getMessage());
        }
    }

    private Severity least(RepoContract contract) {
        if (severity != null) {
            return severity;
        }
        ValidationSpec policy = contract.validation();
        return policy == null ? Severity.ERROR : policy.severity();
    }

    /** Who asks wants to know: here findings count whatever the policy for tasks is. */
    private static ValidationSpec blocking(RepoContract contract, Severity least) {
        ValidationSpec policy = contract.validation();
        return new ValidationSpec(
                ValidationSpec.Policy.BLOCK, least, policy == null ? List.of() : policy.suppressions());
    }

    private static void print(Judgement judgement) {
        for (Finding finding : judgement.findings()) {
            System.out.println(finding.file() + ":" + finding.line() + ":" + finding.column() + ": "
                    + finding.severity() + " " + finding.rule() + ": " + finding.message());
            System.out.println("    " + finding.snippet());
            System.out.println("    instead: " + finding.remedy());
        }
        System.err.println("holdfast: " + judgement.findings().size() + " findings"
                + (judgement.suppressed() == 0 ? "" : ", " + judgement.suppressed() + " suppressed"));
    }
}
