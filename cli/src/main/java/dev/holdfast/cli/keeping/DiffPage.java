package dev.holdfast.cli.keeping;

import dev.holdfast.contract.rest.TaskDiff;
import dev.holdfast.contract.rest.TestDiff;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A difference as a page of its own, without a script and without anything from elsewhere. */
final class DiffPage {
    private static final String BEGIN = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            """;

    private static final String STYLE = """
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
            table { border-collapse: collapse; } td, th { border: 1px solid #ccc; padding: .2rem .6rem; text-align: left; }
            pre { background: #f6f8fa; padding: .6rem; overflow: auto; }
            .minus { background: #ffebe9; } .plus { background: #dafbe1; }
            </style></head><body>
            """;

    private final StringBuilder out = new StringBuilder();

    private DiffPage() {}

    static String of(TaskDiff diff) {
        DiffPage page = new DiffPage();
        String title = diff.base() + " → " + diff.other();
        page.out.append(BEGIN);
        page.element("title", title);
        page.out.append(STYLE);
        page.element("h1", title);
        page.element("p", diff.same() ? "No difference but measurements." : "They differ.");
        page.fields(diff.fields());
        if (diff.tests() != null) {
            page.tests(diff.tests());
        }
        for (TaskDiff.File artifact : diff.artifacts()) {
            page.element("h2", "Artifact " + artifact.change() + ": " + artifact.path());
            page.lines(artifact.text());
        }
        for (TaskDiff.Output output : diff.output()) {
            page.element("h2", "Output of " + output.step() + ", " + output.stream());
            page.lines(output.text());
        }
        page.measurements(diff.measurements());
        return page.out.append("</body></html>\n").toString();
    }

    private void fields(List<TaskDiff.Field> fields) {
        if (!fields.isEmpty()) {
            out.append("<table><tr><th>field</th><th>before</th><th>after</th></tr>\n");
            fields.forEach(field -> row(field.name(), field.base(), field.other()));
            out.append("</table>\n");
        }
    }

    private void tests(TestDiff tests) {
        element("h2", "Tests");
        out.append("<table><tr><th>what</th><th>before</th><th>after</th></tr>\n");
        row("passed", tests.base().passed(), tests.other().passed());
        row("failed", tests.base().failed(), tests.other().failed());
        tests.newlyFailing().forEach(test -> row("newly failing: " + test.name(), test.base(), told(test)));
        tests.fixed().forEach(test -> row("fixed: " + test.name(), told(test), test.other()));
        tests.flaky().forEach(test -> row("flaky: " + test.name(), test.base(), test.other()));
        tests.removed().forEach(name -> row("removed", name, null));
        tests.added().forEach(name -> row("added", null, name));
        out.append("</table>\n");
    }

    private static String told(TestDiff.Test test) {
        return test.message() == null ? "failed" : test.message();
    }

    private void measurements(List<TaskDiff.Measurement> measurements) {
        if (!measurements.isEmpty()) {
            element("h2", "Measurements");
            out.append("<table><tr><th>what</th><th>before</th><th>after</th></tr>\n");
            measurements.forEach(each -> row(each.step() + " " + each.what(), each.base(), each.other()));
            out.append("</table>\n");
        }
    }

    private void row(String name, @Nullable Object base, @Nullable Object other) {
        out.append("<tr>");
        element("td", name);
        out.append("<td class=\"minus\">").append(base == null ? "" : escaped(base.toString()));
        out.append("</td><td class=\"plus\">").append(other == null ? "" : escaped(other.toString()));
        out.append("</td></tr>\n");
    }

    private void lines(List<String> unified) {
        if (unified.isEmpty()) {
            return;
        }
        out.append("<pre>");
        for (String line : unified) {
            String kind = line.startsWith("-") ? "minus" : line.startsWith("+") ? "plus" : "";
            out.append("<span class=\"")
                    .append(kind)
                    .append("\">")
                    .append(escaped(line))
                    .append("</span>\n");
        }
        out.append("</pre>\n");
    }

    private void element(String tag, String text) {
        out.append('<')
                .append(tag)
                .append('>')
                .append(escaped(text))
                .append("</")
                .append(tag)
                .append(">\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
