package dev.holdfast.validation;

import dev.holdfast.contract.Severity;

/**
 * Something to look at before the code runs.
 *
 * @param line counted from 1
 * @param column counted from 1, in characters
 * @param snippet the line, shortened
 * @param remedy what to do instead
 */
public record Finding(
        String rule,
        Severity severity,
        String file,
        int line,
        int column,
        String snippet,
        String message,
        String remedy) {}
