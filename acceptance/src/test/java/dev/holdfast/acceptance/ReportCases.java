package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.Task;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.TaskDiff;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Test reports that attack whoever reads them. */
final class ReportCases {
    private ReportCases() {}

    static List<HostileCase> all() {
        return List.of(new HostileCase(
                "38", "DTD, billion laughs in a test report", "refused; the task still ends well", ReportCases::bombs));
    }

    private static void bombs(Arena arena) throws Exception {
        Task task = arena.start(HostileTask.shell("""
                mkdir .artifacts; cd .artifacts
                cat > TEST-bomb.xml <<'END'
                <?xml version="1.0"?>
                <!DOCTYPE testsuite [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
                <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
                <!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;">
                <!ENTITY g "&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;"><!ENTITY h "&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;">]>
                <testsuite><testcase name="&h;"/></testsuite>
                END
                cat > TEST-outside.xml <<'END'
                <!DOCTYPE testsuite [<!ENTITY outside SYSTEM "file:///etc/passwd">]>
                <testsuite><testcase name="&outside;"/></testsuite>
                END
                echo '<testsuite><testcase name="honest"/></testsuite>' > TEST-honest.xml
                """));
        TaskResult result = arena.await(task);
        TaskDiff diff = task.diff(task.id());
        String bundle;
        try (InputStream content = new GZIPInputStream(task.bundle())) {
            bundle = new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
        int begin = bundle.indexOf("{\"reportFormat\"");
        String tests = bundle.substring(begin, bundle.indexOf('\0', begin));

        assertThat(result.state()).as(result.reason()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(diff.same()).isTrue();
        assertThat(tests)
                .contains("\"tests\":1,\"passed\":1", "honest", "TEST-bomb.xml", "TEST-outside.xml")
                .doesNotContain("haha", "root:");
    }
}
