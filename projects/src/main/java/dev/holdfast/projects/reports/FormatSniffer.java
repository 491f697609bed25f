package dev.holdfast.projects.reports;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells a format by the first characters of a report. */
final class FormatSniffer {
    private static final int LOOKED_AT = 64 * 1024;
    private static final Pattern ROOT_ELEMENT = Pattern.compile("<(?<name>[A-Za-z][\\w.:-]{0,100})");
    private static final Pattern TAP_LINE =
            Pattern.compile("(?m)^\\s{0,64}(TAP version \\d|(not )?ok\\b|\\d{1,9}\\.\\.\\d{1,9}|Bail out!)");
    private static final Pattern CARGO_LINE =
            Pattern.compile("(?m)^(running \\d+ tests?$|test \\S.{0,500} \\.\\.\\. (ok|FAILED|ignored)|test result: )");

    private FormatSniffer() {}

    static ReportFormat sniff(String text) throws BrokenReportException {
        String head = text.substring(0, Math.min(LOOKED_AT, text.length())).stripLeading();
        if (head.startsWith("<")) {
            return xml(head);
        }
        int brace = head.indexOf('{');
        if (head.startsWith("{") || (brace >= 0 && !TAP_LINE.matcher(head).find() && isJsonLine(head, brace))) {
            return json(head.substring(brace));
        }
        if (CARGO_LINE.matcher(head).find()) {
            return ReportFormat.CARGO;
        }
        if (TAP_LINE.matcher(head).find()) {
            return ReportFormat.TAP;
        }
        throw new BrokenReportException("is in no format that is known here");
    }

    /** Tools print a line or two before their JSON. */
    private static boolean isJsonLine(String head, int brace) {
        return head.charAt(brace - 1) == '\n';
    }

    private static ReportFormat xml(String head) throws BrokenReportException {
        Matcher element = ROOT_ELEMENT.matcher(head);
        String name = element.find() ? element.group("name") : "";
        return switch (name) {
            case "testsuites", "testsuite" -> ReportFormat.JUNIT;
            case "TestRun" -> ReportFormat.TRX;
            default ->
                throw new BrokenReportException("is XML that starts with <" + name + ">, which is no test report");
        };
    }

    private static ReportFormat json(String head) throws BrokenReportException {
        if (head.contains("\"testResults\"") || head.contains("\"numTotalTests\"")) {
            return ReportFormat.JEST;
        }
        if (head.contains("\"examples\"") || head.contains("\"example_count\"")) {
            return ReportFormat.RSPEC;
        }
        if (head.contains("\"stats\"") && head.contains("\"suites\"")) {
            return ReportFormat.MOCHA;
        }
        if (head.contains("\"Action\"")) {
            return ReportFormat.GO;
        }
        if (head.contains("\"event\"") && head.contains("\"type\"")) {
            return ReportFormat.LIBTEST;
        }
        throw new BrokenReportException("is JSON, but no test report that is known here");
    }
}
