package dev.holdfast.api.web;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Writes measurements in Prometheus' text format. Those of one name must follow each other. */
final class PrometheusText {
    static final String CONTENT_TYPE = "text/plain;version=0.0.4;charset=UTF-8";

    private final StringBuilder text = new StringBuilder();
    private final Set<String> described = new HashSet<>();

    /**
     * @param labels names and values in turn
     */
    PrometheusText counter(String name, String help, double value, String... labels) {
        return add("counter", name, help, value, labels);
    }

    PrometheusText gauge(String name, String help, double value, String... labels) {
        return add("gauge", name, help, value, labels);
    }

    private PrometheusText add(String type, String name, String help, double value, String... labels) {
        if (described.add(name)) {
            text.append("# HELP ").append(name).append(' ').append(help).append('\n');
            text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        }
        text.append(name);
        for (int i = 0; i < labels.length; i += 2) {
            text.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
            text.append(escaped(labels[i + 1])).append('"');
        }
        text.append(labels.length == 0 ? " " : "} ").append(written(value)).append('\n');
        return this;
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static String written(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.6f", value);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
