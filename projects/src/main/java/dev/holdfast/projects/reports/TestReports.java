package dev.holdfast.projects.reports;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads reports of any format. Nothing in them can make it fail: a file that cannot be read becomes a finding, and the
 * tests before the break are kept.
 */
public final class TestReports {
    /** Of one file. A larger one is a finding. */
    static final int MAX_BYTES = 64 * 1024 * 1024;

    private final Locations locations;

    private TestReports(Locations locations) {
        this.locations = locations;
    }

    /** @param root the directory in which the tests ran, as the reports call it */
    public static TestReports ranIn(String root) {
        return new TestReports(new Locations(root));
    }

    public TestReport read(List<ReportFile> files) {
        Set<ReportFormat> formats = new LinkedHashSet<>();
        List<TestCase> cases = new ArrayList<>();
        List<ReportFinding> findings = new ArrayList<>();
        for (ReportFile file : files) {
            CaseCollector collector = new CaseCollector(file.path(), locations);
            read(file, collector, formats);
            cases.addAll(collector.cases());
            findings.addAll(collector.findings());
        }
        return new TestReport(List.copyOf(formats), TestSummary.of(cases), cases, findings);
    }

    private static void read(ReportFile file, CaseCollector collector, Set<ReportFormat> formats) {
        try {
            String text = text(file);
            if (text.isBlank()) {
                throw new BrokenReportException("is empty");
            }
            ReportFormat format = FormatSniffer.sniff(text);
            formats.add(format);
            parser(format).parse(text, collector);
        } catch (BrokenReportException broken) {
            collector.note(String.valueOf(broken.getMessage()));
        } catch (IOException unreadable) {
            collector.note("cannot be read: " + unreadable.getMessage());
        } catch (RuntimeException unexpected) {
            // A parser that met what it did not foresee: the task still ends well.
            collector.note("cannot be understood: " + unexpected);
        }
    }

    private static String text(ReportFile file) throws IOException, BrokenReportException {
        try (InputStream in = file.content().open()) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new BrokenReportException("is larger than " + MAX_BYTES / (1024 * 1024) + " MiB");
            }
            return decoded(bytes);
        }
    }

    private static String decoded(byte[] bytes) {
        if (bytes.length >= 2 && (bytes[0] & 0xff) == 0xff && (bytes[1] & 0xff) == 0xfe) {
            return new String(bytes, 2, bytes.length - 2, StandardCharsets.UTF_16LE);
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static ReportParser parser(ReportFormat format) {
        return switch (format) {
            case JUNIT -> new JunitParser();
            case TRX -> new TrxParser();
            case TAP -> new TapParser();
            case GO -> new GoParser();
            case JEST -> new JestParser();
            case MOCHA -> new MochaParser();
            case RSPEC -> new RspecParser();
            case CARGO -> new CargoParser();
            case LIBTEST -> new LibtestParser();
        };
    }
}
