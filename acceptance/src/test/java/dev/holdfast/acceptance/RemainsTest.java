package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is left when a task has ended: taken away, brought elsewhere, compared, run again, downloaded. */
@ExtendWith(WithStack.class)
class RemainsTest {
    private final StackUnderTest stack;

    @TempDir
    Path directory;

    RemainsTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void aTaskThatIsExportedAndImportedOnAnEmptyInstanceIsTheSameThere() throws Exception {
        runSample("remains-original");
        Path bundle = directory.resolve("original.tgz");
        assertEnds(0, stack.holdfast("export", "remains-original", "-f", bundle.toString()));

        try (StackUnderTest elsewhere = StackUnderTest.start()) {
            assertTamperedIsRefused(elsewhere, bundle);
            assertThat(elsewhere.holdfast("ps", "-a").stdout()).doesNotContain("remains-original");
            assertEnds(0, elsewhere.holdfast("import", bundle.toString()));
            assertThat(elsewhere.holdfast("logs", "remains-original").stdout()).isEqualTo("built from input\n");
            Path again = directory.resolve("again.tgz");
            assertEnds(0, elsewhere.holdfast("export", "remains-original", "-f", again.toString()));
            assertThat(again).hasSameBinaryContentAs(bundle);

            // Run again from what the bundle brought: spec, files by hash, image by digest.
            assertEnds(4, elsewhere.holdfast("rerun", "remains-original", "--id", "remains-elsewhere"));
            Shell.Ended rerun = elsewhere.holdfast("diff", "remains-original", "remains-elsewhere");
            assertEnds(0, rerun);

            assertEnds(0, stack.holdfast("import", again.toString(), "--as", "remains-copy"));
        }
        Shell.Ended diff = stack.holdfast("diff", "remains-original", "remains-copy");
        assertEnds(0, diff);
        assertThat(diff.stdout()).isEqualTo("remains-original -> remains-copy: no difference\n");
    }

    private static void assertTamperedIsRefused(StackUnderTest elsewhere, Path bundle) throws Exception {
        Path tampered = bundle.resolveSibling("tampered.tgz");
        byte[] tar;
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(bundle))) {
            tar = in.readAllBytes();
        }
        String text = new String(tar, StandardCharsets.ISO_8859_1);
        byte[] forged = text.replace("built from input", "built from output".substring(0, 16))
                .getBytes(StandardCharsets.ISO_8859_1);
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(tampered))) {
            out.write(forged);
        }

        Shell.Ended refused = elsewhere.holdfast("import", tampered.toString());

        assertEnds(125, refused);
        assertThat(refused.stderr()).contains("the bundle was changed").doesNotContain("\tat ");
    }

    @Test
    void aRerunFromALaterStepLeavesOutTheOnesBefore() {
        TaskSpec spec = ContractJson.STRICT.readValue("""
                {"steps": [{"name": "first", "command": "echo one; echo made > made"},
                           {"name": "second", "command": "ls; cat brought"}],
                 "files": [{"path": "brought", "text": "frozen\\n"}]}
                """, TaskSpec.class);
        TaskResult original = stack.client().submit(spec).await();
        String id = original.taskId().value();

        Shell.Ended whole = stack.holdfast("rerun", id);
        Shell.Ended later = stack.holdfast("rerun", id, "--from-step", "2", "-o", "json");
        Shell.Ended beyond = stack.holdfast("rerun", id, "--from-step", "3");

        assertThat(whole.stdout()).isEqualTo("one\nbrought\nmade\nfrozen\n");
        TaskResult rerun = ContractJson.LENIENT.readValue(later.stdout(), TaskResult.class);
        assertThat(rerun.origin()).isEqualTo(original.taskId());
        assertThat(rerun.imageDigest()).isEqualTo(original.imageDigest());
        assertThat(rerun.steps()).extracting(StepResult::name).containsExactly("second");
        assertThat(rerun.steps().getFirst().stdout()).isEqualTo("brought\nfrozen\n");
        assertEnds(125, beyond);
        assertThat(beyond.stderr()).contains("fromStep");
    }

    @Test
    void aDifferenceIsShownAsTextJsonAndPage() throws Exception {
        stack.holdfast("run", "--id", "remains-a", "--", "sh", "-c", "date; echo same");
        stack.holdfast("run", "--id", "remains-b", "--", "sh", "-c", "date; echo '<b>other</b>'");
        Path page = directory.resolve("diff.html");

        Shell.Ended text = stack.holdfast("diff", "remains-a", "remains-b");
        Shell.Ended json = stack.holdfast("diff", "remains-a", "remains-b", "-o", "json");
        Shell.Ended html = stack.holdfast("diff", "remains-a", "remains-b", "-o", "html", "-f", page.toString());

        assertEnds(1, text);
        assertThat(text.stdout()).contains("  -same\n  +<b>other</b>\n").doesNotContain("<time>\n  +");
        assertEnds(1, json);
        assertThat(ContractJson.STRICT.readTree(json.stdout()).path("same").booleanValue())
                .isFalse();
        assertEnds(1, html);
        assertThat(Files.readString(page)).contains("&lt;b&gt;other").doesNotContain("<b>other");
    }

    @Test
    void aLinkToAnArtifactNeedsNoTokenAndExpires() throws Exception {
        runSample("remains-link");

        Shell.Ended link = stack.holdfast("cp", "--link", "5m", "remains-link:.artifacts/built");
        Shell.Ended copy = stack.holdfast("cp", "remains-link:.artifacts/built", "-");
        Shell.Ended tooLong = stack.holdfast("cp", "--link", "8d", "remains-link:.artifacts/built");

        assertEnds(0, link);
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(link.stdout().strip())).build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo(copy.stdout()).isEqualTo("input\n");
            assertThat(answer.headers().firstValue("Content-Disposition"))
                    .hasValueSatisfying(value -> assertThat(value).startsWith("attachment"));
        }
        assertEnds(125, tooLong);
        assertThat(tooLong.stderr()).contains("lifetime", "7 days");
    }

    /** Writes to both streams, reads a file, leaves one behind, and ends with 4. */
    private void runSample(String id) throws Exception {
        Path input = Files.writeString(directory.resolve("input"), "input\n");
        assertEnds(
                4,
                stack.holdfast(
                        "run",
                        "--id",
                        id,
                        "--label",
                        "team=x",
                        "--file",
                        input + ":input",
                        "--",
                        "sh",
                        "-c",
                        "mkdir .artifacts; cp input .artifacts/built; echo built from $(cat input); echo no >&2; exit 4"));
    }

    private static void assertEnds(int exitCode, Shell.Ended ended) {
        assertThat(ended.exitCode()).as(ended.stdout() + ended.stderr()).isEqualTo(exitCode);
    }
}
