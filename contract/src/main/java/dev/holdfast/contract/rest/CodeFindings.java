package dev.holdfast.contract.rest;

import java.util.List;

/**
 * What was found in code before it ran.
 *
 * @param blocked a finding is as grave as the severity that was asked for, or graver
 * @param suppressed how many the code's owners know of and have said so in {@code .holdfast.yml}
 * @param findings at most 1000
 */
public record CodeFindings(boolean blocked, int suppressed, List<Finding> findings) {
    /**
     * @param severity INFO, WARNING, ERROR or CRITICAL
     * @param line counted from 1, as {@code column} is
     * @param snippet the line, shortened
     * @param remedy what to do instead
     */
    public record Finding(
            String rule,
            String severity,
            String file,
            int line,
            int column,
            String snippet,
            String message,
            String remedy) {}
}
