package dev.holdfast.benchmarks.measure;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a row counts, and whether less of it is better. */
public enum Unit {
    MILLISECONDS("ms", true),
    MEGABYTES("MB", true),
    MEGABYTES_PER_SECOND("MB/s", false),
    TASKS_PER_SECOND("tasks/s", false);

    private final String symbol;
    private final boolean lessIsBetter;

    Unit(String symbol, boolean lessIsBetter) {
        this.symbol = symbol;
        this.lessIsBetter = lessIsBetter;
    }

    @JsonValue
    public String symbol() {
        return symbol;
    }

    /** How many times better {@code one} is than {@code other}. */
    public double timesBetter(double one, double other) {
        return lessIsBetter ? other / one : one / other;
    }

    public String text(double value) {
        String format = Math.abs(value) < 10 ? "%.2f" : Math.abs(value) < 100 ? "%.1f" : "%.0f";
        return String.format(Locale.ROOT, format, value) + " " + symbol;
    }
}
