package dev.holdfast.projects.repo;

/** Something in the file that cannot be accepted, with the place where it stands. */
public record ContractProblem(String file, int line, int column, String problem) {
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + problem;
    }
}
