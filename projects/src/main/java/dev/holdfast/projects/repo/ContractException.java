package dev.holdfast.projects.repo;

import java.util.List;
import java.util.stream.Collectors;

/** A file with problems: all of them, so that they can be mended at once. */
public final class ContractException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<ContractProblem> problems;

    ContractException(List<ContractProblem> problems) {
        super(problems.stream().map(ContractProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<ContractProblem> problems() {
        return problems;
    }
}
