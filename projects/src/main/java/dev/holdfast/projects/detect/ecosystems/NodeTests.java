package dev.holdfast.projects.detect.ecosystems;

import dev.holdfast.projects.detect.ProjectBuilder;
import dev.holdfast.projects.detect.SourceDirectory;
import dev.holdfast.projects.detect.SourceText;
import java.util.Optional;
import java.util.regex.Pattern;

/** How a Node.js project is tested so that a report is left. */
final class NodeTests {
    private static final Pattern TEST_SCRIPT = Pattern.compile("\"test\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)+)\"");
    private static final Pattern PLACEHOLDER = Pattern.compile("no test specified");
    private static final String REPORT = ProjectBuilder.REPORTS + "/";

    private NodeTests() {}

    static void add(ProjectBuilder project, SourceDirectory directory, SourceText manifest, NodeManager manager) {
        Optional<SourceText.Match> script = manifest.find(TEST_SCRIPT, "the test script runs {}");
        if (script.isEmpty() || PLACEHOLDER.matcher(script.get().value()).find()) {
            withoutScript(project, directory, manifest, manager);
            return;
        }
        project.evidence(script);
        String line = script.get().value();
        // What stands behind -- goes to the script's only command; with several it would go to the last.
        boolean one = !line.contains("&&") && !line.contains(";") && !line.contains("|");
        String run = manager.command(directory, manifest) + (manager == NodeManager.BUN ? " run test" : " test");
        String more = run + (manager == NodeManager.NPM ? " -- " : " ");
        if (one && starts(line, "jest")) {
            project.test(more + jest(), REPORT + "jest.json");
        } else if (one && starts(line, "vitest")) {
            project.test(more + vitest(line), REPORT + "vitest.json");
        } else if (one && starts(line, "mocha")) {
            project.test(
                    more + "--reporter json --reporter-option output=" + REPORT + "mocha.json", REPORT + "mocha.json");
        } else if (one && line.contains("node --test")) {
            project.test(nodeOptions() + " " + run, REPORT + "node.xml");
        } else if (one && starts(line, "bun test")) {
            project.test(bun(directory, manifest), REPORT + "bun.xml");
        } else {
            project.test(run, REPORT + "*");
        }
    }

    private static void withoutScript(
            ProjectBuilder project, SourceDirectory directory, SourceText manifest, NodeManager manager) {
        if (manifest.contains(dependency("vitest"))) {
            project.test("npx vitest run " + vitest("run"), REPORT + "vitest.json");
        } else if (manifest.contains(dependency("jest"))) {
            project.test("npx jest " + jest(), REPORT + "jest.json");
        } else if (manifest.contains(dependency("mocha"))) {
            project.test(
                    "npx mocha --reporter json --reporter-option output=" + REPORT + "mocha.json",
                    REPORT + "mocha.json");
        } else if (manager == NodeManager.BUN) {
            project.test(bun(directory, manifest), REPORT + "bun.xml");
        } else if (directory.any(file -> file.matches(".*\\.(test|spec)\\.[cm]?js"))
                || directory.hasDirectory("test")) {
            project.test(nodeOptions() + " node --test", REPORT + "node.xml");
        }
    }

    /** Bun's own tests, which are not those of the script "test". */
    private static String bun(SourceDirectory directory, SourceText manifest) {
        return NodeManager.BUN.command(directory, manifest) + " test --reporter=junit --reporter-outfile=" + REPORT
                + "bun.xml";
    }

    private static boolean starts(String line, String tool) {
        return line.equals(tool)
                || line.startsWith(tool + " ")
                || line.startsWith("npx " + tool)
                || line.matches("(cross-env )?(\\w+=\\S+ )+" + tool + "( .*)?");
    }

    private static String jest() {
        return "--json --testLocationInResults --outputFile=" + REPORT + "jest.json";
    }

    private static String vitest(String line) {
        String run = line.contains("run") ? "" : "--run ";
        return run + "--reporter=default --reporter=json --outputFile.json=" + REPORT + "vitest.json";
    }

    private static String nodeOptions() {
        return "mkdir -p " + ProjectBuilder.REPORTS + " && NODE_OPTIONS=\"--test-reporter=spec"
                + " --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination=" + REPORT
                + "node.xml\"";
    }

    private static Pattern dependency(String name) {
        return Pattern.compile("\"" + name + "\"\\s*:\\s*\"");
    }
}
