package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.Task;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.SecretRef;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** Commands that show their secrets. */
final class SecretCases {
    /** Letters that each encoding treats in its own way. */
    private static final String SECRET = "s3cr3t/\"Quo+ted\" & val%ue?";

    private static final Pattern PAYLOAD = Pattern.compile("\"data\": ?\"([A-Za-z0-9+/]+=*)\"");

    private SecretCases() {}

    static List<HostileCase> all() {
        return List.of(
                new HostileCase(
                        "39",
                        "secret echoed plain, base64, URL, JSON, hex, split across two writes a second apart",
                        "masked everywhere",
                        SecretCases::echoed),
                new HostileCase(
                        "40",
                        "secret in argv, env, error messages",
                        "absent from row, Temporal history, bundle, audit and every file",
                        SecretCases::kept));
    }

    private static void echoed(Arena arena) throws Exception {
        Task task = arena.start(
                HostileTask.perl("""
                        $| = 1;
                        sub base64 { open(my $p, "-|", "sh", "-c", 'printf %s "$1" | base64 -w0', "sh", @_) or die; <$p> }
                        my $s = $ENV{TOKEN};
                        print "plain $s\\n";
                        print STDERR "error $s\\n";
                        print "base64 ", base64("$_$s"), "\\n" for ("", "x", "xy");
                        (my $u = $s) =~ s/([^A-Za-z0-9._~-])/sprintf("%%%02X", ord($1))/ge;
                        print "url $u\\n";
                        (my $j = $s) =~ s/(["\\\\])/\\\\$1/g;
                        print "json \\"$j\\"\\n";
                        print "hex ", unpack("H*", $s), "\\n";
                        print "split ", substr($s, 0, 9);
                        sleep 1;
                        print substr($s, 9), "\\n";
                        open(my $f, "<", "$ENV{HOLDFAST_SECRETS}/token") or die;
                        print "file ", <$f>, "\\n";
                        print "done\\n";
                        """).secrets(new SecretRef("TOKEN", "TOKEN", "token")), Map.of("TOKEN", SECRET));
        TaskResult result = arena.await(task);
        StepResult step = result.steps().getFirst();
        String log = new String(arena.rawLog(result), StandardCharsets.UTF_8);

        assertThat(step.exitCode()).as(step.stderr()).isZero();
        assertThat(log).contains("plain ***", "error ***", "json \"***", "split ***", "file ***", "done");
        for (String shown : List.of(log, step.stdout(), step.stderr())) {
            assertThat(shown)
                    .doesNotContain(
                            SECRET,
                            "s3cr3t",
                            "czNjcjN0LyJRdW8rdGVk",
                            "MzY3IzdC8iUXVvK3RlZC",
                            "zM2NyM3QvIlF1byt0ZW",
                            "s3cr3t%2F",
                            "733363723374");
        }
    }

    private static void kept(Arena arena) throws Exception {
        Task task = arena.start(
                HostileTask.shell(
                                "\"$TOKEN\" 2>&1; ls \"/$TOKEN\"; env; cat /proc/self/environ | tr '\\0' '\\n'; exit 9")
                        .secrets(SecretRef.named("TOKEN")),
                Map.of("TOKEN", "absent-from-everything-kept"));
        TaskResult result = arena.await(task);

        assertThat(result.exitCode()).isEqualTo(9);
        assertThat(new String(arena.rawLog(result), StandardCharsets.UTF_8))
                .contains("TOKEN=***", "not found")
                .doesNotContain("absent-from");
        assertThat(ContractJson.LENIENT.writeValueAsString(task.result())).doesNotContain("absent-from");
        assertAbsent(task.history());
        try (InputStream bundle = new GZIPInputStream(task.bundle())) {
            String whole = new String(bundle.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(whole).contains("provenance.json", "task/workflow.json");
            assertAbsent(whole);
        }
        assertThat(ContractJson.LENIENT.writeValueAsString(
                        arena.stack().client().administration().audit(null, null, null, 1000)))
                .contains(result.taskId().value())
                .doesNotContain("absent-from");
        assertThat(filesHolding(arena.stack().directory(), result.taskId().value()))
                .as("the search sees what is kept of the task")
                .isNotEmpty();
        assertThat(filesHolding(arena.stack().directory(), "absent-from-everything-kept"))
                .as("files of Temporal, PostgreSQL, S3 and the programs' logs")
                .isEmpty();
    }

    /** Neither as it stands nor within the payloads, which Temporal's JSON has as base64. */
    private static void assertAbsent(String json) {
        String payloads = PAYLOAD.matcher(json.replace("\\u003d", "="))
                .results()
                .map(payload -> new String(Base64.getDecoder().decode(payload.group(1)), StandardCharsets.UTF_8))
                .collect(Collectors.joining("\n"));

        assertThat(payloads.contains("TOKEN")).as("the secret is named").isTrue();
        assertThat(json.contains("absent-from") || payloads.contains("absent-from"))
                .as("the secret is shown")
                .isFalse();
    }

    /** What is kept, that is, not the sandboxes of tasks that still run; files that vanish meanwhile hold nothing. */
    private static List<String> filesHolding(Path directory, String text) {
        return Shell.run(
                        List.of("grep", "-rlsF", "--exclude-dir=sandboxes", "-e", text, directory.toString()), Map.of())
                .stdout()
                .lines()
                .toList();
    }
}
