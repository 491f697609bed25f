package dev.holdfast.projects.reports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results come first and the classes that they belong to later, so tests are handed on at the end. */
final class TrxParser implements ReportParser {
    @Override
    public void parse(String text, CaseCollector cases) throws BrokenReportException {
        Results results = new Results();
        try (XmlReader xml = new XmlReader(text)) {
            xml.readAll(results, results.text::append);
        } finally {
            for (Result result : results.all) {
                cases.add(result.test(results.classes.get(result.testId)));
            }
        }
    }

    private static final class Result {
        private final String name;
        private final String outcome;
        private final long duration;
        final String testId;
        private @Nullable String message;
        private @Nullable String trace;

        Result(XmlReader element) {
            this(
                    element.attribute("testName", ""),
                    element.attribute("outcome", ""),
                    Numbers.millisecondsOfClock(element.attribute("duration")),
                    element.attribute("testId", ""));
        }

        /** What befell the whole run, e.g. that its process crashed: no test tells of it. */
        static Result ofRun(XmlReader info) {
            return new Result("(test run)", info.attribute("outcome", ""), 0, "");
        }

        private Result(String name, String outcome, long duration, String testId) {
            this.name = name;
            this.outcome = outcome;
            this.duration = duration;
            this.testId = testId;
        }

        TestCase test(@Nullable String owner) {
            // Some adapters name the test with its class, some without.
            String prefix = owner == null ? "" : owner + ".";
            String plain = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
            List<String> suite = owner == null ? List.of() : List.of(owner);
            return new TestCase(plain, suite, status(), duration, message, trace, null, null);
        }

        private TestStatus status() {
            return switch (outcome) {
                case "Passed", "PassedButRunAborted", "Warning" -> TestStatus.PASSED;
                case "Failed", "Error", "Timeout", "Aborted", "Disconnected" -> TestStatus.FAILED;
                case "NotExecuted", "NotRunnable", "Inconclusive" -> TestStatus.SKIPPED;
                case "Pending", "InProgress" -> TestStatus.PENDING;
                default -> TestStatus.OTHER;
            };
        }
    }

    private static final class Results implements XmlReader.Elements {
        final List<Result> all = new ArrayList<>();
        final Map<String, String> classes = new HashMap<>();
        final BoundedText text = new BoundedText(CaseCollector.MAX_TEXT);
        private @Nullable Result current;
        private String definition = "";
        private boolean failed;

        @Override
        public void start(XmlReader element) throws BrokenReportException {
            text.clear();
            switch (element.name()) {
                case "UnitTestResult" -> open(new Result(element));
                case "ResultSummary" ->
                    failed = element.attribute("outcome", "").equals("Failed");
                case "RunInfo" -> {
                    if (failed && element.attribute("outcome", "").equals("Error")) {
                        open(Result.ofRun(element));
                    }
                }
                case "UnitTest" -> definition = element.attribute("id", "");
                case "TestMethod" -> classes.put(definition, simple(element.attribute("className", "")));
                default -> {}
            }
        }

        private void open(Result result) throws BrokenReportException {
            current = result;
            all.add(result);
            if (all.size() > CaseCollector.MAX_CASES) {
                throw new BrokenReportException("has more than " + CaseCollector.MAX_CASES + " tests");
            }
        }

        /** The assembly's name behind a comma says nothing about the test. */
        private static String simple(String className) {
            int comma = className.indexOf(',');
            return comma < 0 ? className : className.substring(0, comma);
        }

        @Override
        public void end(String name) {
            Result open = current;
            if (open != null) {
                switch (name) {
                    case "Message", "Text" -> open.message = text.toString();
                    case "StackTrace" -> open.trace = text.toString();
                    case "UnitTestResult", "RunInfo" -> current = null;
                    default -> {}
                }
            }
            text.clear();
        }
    }
}
