package dev.holdfast.projects.reports;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lines of the Test Anything Protocol. A subtest is indented, and its parent's line comes after it; only tests without
 * subtests are counted. Diagnostics follow the line that they belong to.
 */
final class TapParser implements ReportParser {
    private static final Pattern TEST = Pattern.compile(
            "(?<indent>\\s{0,64})(?<not>not )?ok\\b *(?<number>\\d{1,9})?"
                    + "(?: -)? ?(?<name>(?:[^#\\\\]|\\\\.){0,2000}+)(?:# *(?<directive>SKIP|TODO)\\S* ?(?<reason>.*))?.*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern PLAN = Pattern.compile("(?<indent>\\s{0,64})1\\.\\.(?<count>\\d{1,9})\\b.*");

    @Override
    public void parse(String text, CaseCollector cases) throws BrokenReportException {
        Reading reading = new Reading(cases);
        for (String line : (Iterable<String>) text.lines()::iterator) {
            reading.take(line);
        }
        reading.end();
    }

    /** A test line, and what was said after it. */
    private static final class Point {
        final int level;
        final String name;
        final TestStatus status;
        final @Nullable String reason;
        final BoundedText diagnostics = new BoundedText(CaseCollector.MAX_TEXT);

        Point(int level, String name, TestStatus status, @Nullable String reason) {
            this.level = level;
            this.name = name;
            this.status = status;
            this.reason = reason;
        }
    }

    private static final class Reading {
        private final CaseCollector cases;
        private final List<Point> pending = new ArrayList<>();
        private final Deque<Integer> plans = new ArrayDeque<>();
        private int topLevel;
        private boolean inYaml;

        Reading(CaseCollector cases) {
            this.cases = cases;
        }

        void take(String line) throws BrokenReportException {
            String plain = line.strip();
            if (inYaml) {
                inYaml = !plain.equals("...");
                diagnose(line);
                return;
            }
            Matcher test = TEST.matcher(line);
            Matcher plan = PLAN.matcher(line);
            if (test.matches()) {
                point(test);
            } else if (plan.matches() && plan.group("indent").isEmpty()) {
                plans.add(Integer.parseInt(plan.group("count")));
            } else if (plain.equals("---")) {
                inYaml = true;
            } else if (plain.startsWith("Bail out!")) {
                cases.note("the run was given up: " + plain);
            } else if (plain.startsWith("#")) {
                diagnose(plain.substring(1));
            } else if (line.startsWith(" ") && !plan.matches()) {
                diagnose(line); // Mocha's way
            }
        }

        private void point(Matcher test) throws BrokenReportException {
            int level = test.group("indent").length() / 4;
            String name = test.group("name").strip();
            Point point =
                    new Point(level, name, status(test.group("not") != null, test.group("directive")), reason(test));
            if (level == 0) {
                topLevel++;
            }
            List<Point> children =
                    pending.stream().filter(before -> before.level > level).toList();
            if (level == 0 && children.isEmpty()) {
                flush(List.of());
                pending.add(point);
            } else if (!children.isEmpty()) {
                closeGroup(point, children);
            } else {
                pending.add(point);
            }
        }

        /** The parent's line ends its subtests: they are told under its name. */
        private void closeGroup(Point parent, List<Point> children) throws BrokenReportException {
            pending.removeAll(children);
            if (parent.level == 0) {
                flush(List.of());
                for (Point child : children) {
                    cases.add(TapDiagnostics.test(
                            child.name,
                            List.of(parent.name),
                            child.status,
                            child.reason,
                            child.diagnostics.toString()));
                }
                return;
            }
            for (Point child : children) {
                Point renamed = new Point(parent.level, parent.name + " > " + child.name, child.status, child.reason);
                renamed.diagnostics.append(child.diagnostics.toString());
                pending.add(renamed);
            }
        }

        private void flush(List<String> suite) throws BrokenReportException {
            for (Point point : pending) {
                cases.add(TapDiagnostics.test(
                        point.name, suite, point.status, point.reason, point.diagnostics.toString()));
            }
            pending.clear();
        }

        private void diagnose(String line) {
            if (!pending.isEmpty() && !line.stripLeading().startsWith("Subtest:")) {
                pending.get(pending.size() - 1).diagnostics.append(line + "\n");
            }
        }

        private static @Nullable String reason(Matcher test) {
            String reason = test.group("reason");
            return reason == null || reason.isBlank() ? null : reason.strip();
        }

        private static TestStatus status(boolean failed, @Nullable String directive) {
            if (directive == null) {
                return failed ? TestStatus.FAILED : TestStatus.PASSED;
            }
            return directive.equalsIgnoreCase("skip") ? TestStatus.SKIPPED : TestStatus.PENDING;
        }

        void end() throws BrokenReportException {
            flush(List.of());
            int planned = plans.stream().mapToInt(Integer::intValue).sum();
            if (!plans.isEmpty() && planned != topLevel) {
                cases.note("planned " + planned + " tests and ran " + topLevel);
            }
        }
    }
}
