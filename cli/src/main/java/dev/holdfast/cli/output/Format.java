package dev.holdfast.cli.output;

/** How results are printed. */
public enum Format {
    TEXT,
    JSON
}
