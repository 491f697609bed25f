package dev.holdfast.benchmarks.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collection;
import java.util.List;

/** The values of a row. */
public record Series(List<Double> values) {
    public Series {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a series has at least one value");
        }
    }

    public static Series of(Collection<Double> values) {
        return new Series(List.copyOf(values));
    }

    @JsonProperty
    public double median() {
        List<Double> sorted = sorted();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The smallest value that at least 95 of 100 do not exceed. */
    @JsonProperty
    public double p95() {
        List<Double> sorted = sorted();
        return sorted.get((int) Math.ceil(sorted.size() * 0.95) - 1);
    }

    private List<Double> sorted() {
        return values.stream().sorted().toList();
    }
}
