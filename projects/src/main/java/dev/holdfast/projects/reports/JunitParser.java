package dev.holdfast.projects.reports;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The XML that almost every tool can write, in all its dialects. */
final class JunitParser implements ReportParser {
    @Override
    public void parse(String text, CaseCollector cases) throws BrokenReportException {
        try (XmlReader xml = new XmlReader(text)) {
            Dialects elements = new Dialects(cases);
            xml.readAll(elements, elements.text::append);
        }
    }

    private static final class Dialects implements XmlReader.Elements {
        private final CaseCollector cases;
        private final Deque<Suite> suites = new ArrayDeque<>();
        private final BoundedText text = new BoundedText(4 * CaseCollector.MAX_TEXT);
        private @Nullable Case current;

        Dialects(CaseCollector cases) {
            this.cases = cases;
        }

        private record Suite(
                @Nullable String name, @Nullable String file) {}

        @Override
        public void start(XmlReader element) {
            text.clear();
            switch (element.name()) {
                case "testsuite" -> suites.addLast(new Suite(element.attribute("name"), element.attribute("file")));
                case "testcase" -> current = new Case(element);
                case "failure", "error", "skipped" -> {
                    if (current != null) {
                        current.begin(element);
                    }
                }
                default -> {}
            }
        }

        @Override
        public void end(String name) throws BrokenReportException {
            Case open = current;
            switch (name) {
                case "testsuite" -> suites.pollLast();
                case "failure", "error", "skipped" -> {
                    if (open != null) {
                        open.finish(text.toString());
                    }
                }
                case "testcase" -> {
                    if (open != null) {
                        cases.add(open.test(suitePath(open), suiteFile()));
                    }
                    current = null;
                }
                default -> {}
            }
            text.clear();
        }

        /** Suites and the class, without one that only repeats what is said already. */
        private List<String> suitePath(Case test) {
            List<String> path = new ArrayList<>();
            for (Suite suite : suites) {
                addNew(path, suite.name());
            }
            if (!test.name.equals(test.owner)) { // jest-junit says the same in both
                addNew(path, test.owner);
            }
            return path;
        }

        private static void addNew(List<String> path, @Nullable String name) {
            if (name != null && (path.isEmpty() || !path.get(path.size() - 1).equals(name))) {
                path.add(name);
            }
        }

        private @Nullable String suiteFile() {
            Suite innermost = suites.peekLast();
            return innermost == null ? null : innermost.file();
        }
    }

    /** A test case whose end has not come yet. */
    private static final class Case {
        final @Nullable String owner;
        final String name;
        private final long duration;
        private final @Nullable String file;
        private final @Nullable Integer line;
        private TestStatus status;
        private @Nullable String message;
        private @Nullable String trace;
        private @Nullable String type;

        Case(XmlReader element) {
            owner = element.attribute("classname");
            name = element.attribute("name", "");
            duration = Numbers.millisecondsOfSeconds(element.attribute("time"));
            file = element.attribute("file");
            line = Numbers.positive(element.attribute("line"));
            String said = element.attribute("status", "");
            status = said.equals("notrun") || said.equals("disabled") ? TestStatus.SKIPPED : TestStatus.PASSED;
        }

        void begin(XmlReader element) {
            if (status == TestStatus.FAILED) {
                return; // the first failure is the one to tell
            }
            status = element.name().equals("skipped") ? TestStatus.SKIPPED : TestStatus.FAILED;
            message = element.attribute("message");
            type = element.attribute("type");
        }

        void finish(String body) {
            if (status == TestStatus.FAILED && trace == null) {
                trace = body;
                message = message != null ? message : Messages.firstSentence(body, name, type);
            } else if (status == TestStatus.SKIPPED && message == null) {
                message = body;
            }
        }

        TestCase test(List<String> suite, @Nullable String suiteFile) {
            return new TestCase(name, suite, status, duration, message, trace, file == null ? suiteFile : file, line);
        }
    }
}
