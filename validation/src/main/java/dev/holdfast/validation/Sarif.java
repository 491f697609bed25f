package dev.holdfast.validation;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.Severity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes findings in the Static Analysis Results Interchange Format, 2.1.0. */
public final class Sarif {
    private Sarif() {}

    public static String json(List<Finding> findings, String version) {
        Map<String, Object> rules = new TreeMap<>();
        findings.forEach(finding -> rules.putIfAbsent(
                finding.rule(),
                Map.of(
                        "id", finding.rule(),
                        "shortDescription", Map.of("text", finding.rule().replace('-', ' ')),
                        "help", Map.of("text", finding.remedy()))));
        Map<String, Object> driver =
                Map.of("name", "holdfast", "version", version, "rules", List.copyOf(rules.values()));
        Map<String, Object> run = Map.of(
                "tool", Map.of("driver", driver),
                "columnKind", "utf16CodeUnits",
                "results", findings.stream().map(Sarif::result).toList());
        return ContractJson.LENIENT.writeValueAsString(Map.of(
                "version", "2.1.0",
                "$schema", "https://json.schemastore.org/sarif-2.1.0.json",
                "runs", List.of(run)));
    }

    private static Map<String, Object> result(Finding finding) {
        Map<String, Object> region = Map.of(
                "startLine", finding.line(),
                "startColumn", finding.column(),
                "snippet", Map.of("text", finding.snippet()));
        return Map.of(
                "ruleId", finding.rule(),
                "level", level(finding.severity()),
                "message", Map.of("text", finding.message() + "; " + finding.remedy()),
                "properties", Map.of("severity", finding.severity().json()),
                "locations",
                        List.of(Map.of(
                                "physicalLocation",
                                Map.of("artifactLocation", Map.of("uri", finding.file()), "region", region))));
    }

    private static String level(Severity severity) {
        return switch (severity) {
            case INFO -> "note";
            case WARNING -> "warning";
            case ERROR, CRITICAL -> "error";
        };
    }
}
