package dev.holdfast.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.api.fakes.RunningApi;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.ArtifactLink;
import dev.holdfast.contract.rest.ArtifactPage;
import dev.holdfast.contract.rest.StoredFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilesApiTest {
    private static final String BOUNDARY = "xxBOUNDARYxx";

    @RegisterExtension
    static final RunningApi api = new RunningApi();

    @AfterEach
    void everythingAnswersAgain() {
        api.storage.down = false;
    }

    @Test
    void anUploadIsNamedByItsHashInATask() {
        StoredFile file = ContractJson.LENIENT.readValue(upload("hello").body(), StoredFile.class);

        HttpResponse<String> answer = api.post("/v1/tasks", specWith(file.sha256()));

        assertThat(file.size()).isEqualTo(5);
        assertThat(answer.statusCode()).isEqualTo(201);
    }

    @Test
    void aHashThatNobodyUploadedIsRefusedBeforeATaskExists() {
        int before = api.engine.started.size();

        HttpResponse<String> answer = api.post("/v1/tasks", specWith("0".repeat(64)));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("urn:holdfast:problem:unknown-upload", "files[0].sha256");
        assertThat(api.engine.started).hasSize(before);
    }

    @Test
    void anUploadBehindTheLimitIsRefusedHoweverItIsAnnounced() {
        byte[] large = new byte[3 << 20];

        assertThat(upload(BodyPublishers.ofByteArray(large)).statusCode()).isEqualTo(413);
        HttpResponse<String> unannounced = upload(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)));
        assertThat(unannounced.statusCode()).isEqualTo(413);
        assertThat(unannounced.body()).contains("urn:holdfast:problem:too-large", "2m");
    }

    @Test
    void anArchiveThatIsNoneOrLeadsOutOfItsDirectoryIsRefusedAtOnce() {
        HttpResponse<String> noTar = form(
                part("spec", null, "{\"steps\":[{\"command\":\"id\"}]}"),
                part("archive", "all.tar", "not really a tar"));
        HttpResponse<String> slip = form(
                part("spec", null, "{\"steps\":[{\"command\":\"id\"}]}"),
                part("archive", "all.tar", tar("../outside", "x")));

        assertThat(noTar.statusCode()).isEqualTo(400);
        assertThat(noTar.body()).contains("files[0]", "not a tar archive");
        assertThat(slip.statusCode()).as(slip.body()).isEqualTo(400);
        assertThat(slip.body()).contains("files[0]", "../outside");
    }

    private static String tar(String name, String content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            TarArchiveEntry entry = new TarArchiveEntry(name, true);
            entry.setSize(content.length());
            tar.putArchiveEntry(entry);
            tar.write(content.getBytes(StandardCharsets.US_ASCII));
            tar.closeArchiveEntry();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toString(StandardCharsets.US_ASCII);
    }

    @Test
    void aFormBringsATaskAndItsFiles() {
        HttpResponse<String> answer = form(
                part("spec", null, "{\"steps\":[{\"command\":[\"sh\",\"src/build.sh\"]}]}"),
                part("file", "src/build.sh", "make"),
                part("archive", "all.tar", tar("src/main.c", "int main;")));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        TaskId id =
                ContractJson.LENIENT.readValue(answer.body(), TaskResult.class).taskId();
        List<InputFile> files =
                Objects.requireNonNull(api.engine.started.get(id)).spec().files();
        assertThat(files).extracting(InputFile::path).containsExactly("src/build.sh", ".");
        assertThat(files).extracting(InputFile::unpack).containsExactly(false, true);
        assertThat(api.storage.exists(Objects.requireNonNull(files.get(0).sha256())))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x", "/etc/passwd", "a/../../x"})
    void aFormCannotWriteOutsideTheWorkspace(String path) {
        HttpResponse<String> answer =
                form(part("spec", null, "{\"steps\":[{\"command\":[\"true\"]}]}"), part("file", path, "x"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("files.path");
    }

    @Test
    void aFormWithoutASpecOrWithUnknownPartsIsRefused() {
        assertThat(form(part("file", "a", "x")).body()).contains("\"field\":\"spec\"");
        assertThat(form(part("spec", null, "{}"), part("binds", null, "/")).body())
                .contains("\"field\":\"binds\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "|200|0123456789|",
                "bytes=0-3|206|0123|bytes 0-3/10",
                "bytes=4-|206|456789|bytes 4-9/10",
                "bytes=-2|206|89|bytes 8-9/10",
                "bytes=8-100|206|89|bytes 8-9/10",
                "bytes=10-|416||bytes */10",
                "bytes=5-2|200|0123456789|",
                "bytes=0-1,3-4|200|0123456789|",
                "lines=1-2|200|0123456789|"
            })
    void anArtifactIsSentWholeOrInPart(String range, int status, String body, String contentRange) {
        TaskId id = taskWithArtifact("out/result.txt", "0123456789");
        HttpRequest.Builder request = api.request(content(id, "out/result.txt"));

        HttpResponse<String> answer = api.send(range == null ? request : request.header("Range", range));

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo(body == null ? "" : body);
        assertThat(answer.headers().firstValue("Content-Range").orElse(null)).isEqualTo(contentRange);
    }

    @Test
    void anArtifactIsSavedAndNeverShown() {
        TaskId id = taskWithArtifact("a\"\r\nSet-Cookie: x.html", "<script>");

        HttpResponse<String> answer = api.get(content(id, "a\"\r\nSet-Cookie: x.html"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValueSatisfying(disposition ->
                        assertThat(disposition).startsWith("attachment").doesNotContain("\r", "\n"));
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(answer.headers().firstValue("Content-Security-Policy")).isPresent();
    }

    @Test
    void whatTheCallerHasAlreadyIsNotSentAgain() {
        TaskId id = taskWithArtifact("a.txt", "same");
        String tag = api.get(content(id, "a.txt")).headers().firstValue("ETag").orElseThrow();

        assertThat(api.send(api.request(content(id, "a.txt")).header("If-None-Match", tag))
                        .statusCode())
                .isEqualTo(304);
    }

    @Test
    void artifactsAreListedInPages() {
        TaskId id = submitted();
        api.history.recordArtifacts(id, List.of(artifact("a", "1"), artifact("b", "2"), artifact("c", "3")));

        ArtifactPage first = page("/v1/tasks/" + id + "/artifacts?limit=2");
        ArtifactPage second = page("/v1/tasks/" + id + "/artifacts?limit=2&cursor=" + first.next());

        assertThat(first.artifacts()).extracting(Artifact::path).containsExactly("a", "b");
        assertThat(second.artifacts()).extracting(Artifact::path).containsExactly("c");
        assertThat(second.next()).isNull();
    }

    @Test
    void anArtifactThatIsNotThereIsNotFound() {
        TaskId id = taskWithArtifact("a.txt", "x");

        assertThat(api.get(content(id, "b.txt")).statusCode()).isEqualTo(404);
        assertThat(api.get(content(new TaskId("none"), "a.txt")).statusCode()).isEqualTo(404);
        assertThat(api.get("/v1/tasks/" + id + "/artifacts/content").statusCode())
                .isEqualTo(400);
    }

    @Test
    void aLinkLeadsToTheStorageAndSaysUntilWhen() {
        TaskId id = taskWithArtifact("out/a.txt", "x");
        Instant before = Instant.now();

        ArtifactLink link = api.sdk().task(id).artifactLink("out/a.txt", Duration.ofMinutes(5));

        assertThat(link.url().toString()).isEqualTo("http://storage.test/" + link.sha256() + "?for=PT5M");
        assertThat(link.size()).isEqualTo(1);
        assertThat(link.expiresAt())
                .isBetween(before.plusSeconds(300), Instant.now().plusSeconds(300));
    }

    @ParameterizedTest
    @CsvSource({"b.txt,15m,404", "a.txt,soon,400"})
    void aLinkToNothingOrWithoutALifetimeIsRefused(String path, String lifetime, int status) {
        TaskId id = taskWithArtifact("a.txt", "x");

        HttpResponse<String> answer =
                api.post("/v1/tasks/" + id + "/artifacts/link?path=" + path + "&lifetime=" + lifetime, "");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    }

    @Test
    void withoutTheStorageTheCallerIsToldToComeBack() {
        TaskId id = taskWithArtifact("a.txt", "x");
        api.storage.down = true;

        for (HttpResponse<String> answer : List.of(upload("x"), api.get(content(id, "a.txt")))) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
            assertThat(answer.body()).contains("urn:holdfast:problem:storage-unavailable");
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        }
    }

    private static TaskId taskWithArtifact(String path, String text) {
        TaskId id = submitted();
        api.history.recordArtifacts(id, List.of(artifact(path, text)));
        api.worker(id).enters(TaskState.QUEUED).exits(0);
        return id;
    }

    private static Artifact artifact(String path, String text) {
        var stored = api.storage.put(text.getBytes(StandardCharsets.UTF_8));
        return new Artifact(path, Artifact.Status.COMPLETE, stored.size(), stored.sha256(), "text/html", null, null);
    }

    private static TaskId submitted() {
        HttpResponse<String> answer = api.post("/v1/tasks", "{\"steps\":[{\"command\":[\"true\"]}]}");
        return ContractJson.LENIENT.readValue(answer.body(), TaskResult.class).taskId();
    }

    private static String content(TaskId id, String path) {
        return "/v1/tasks/" + id + "/artifacts/content?path=" + URLEncoder.encode(path, StandardCharsets.UTF_8);
    }

    private static ArtifactPage page(String path) {
        return ContractJson.LENIENT.readValue(api.get(path).body(), ArtifactPage.class);
    }

    private static String specWith(String sha256) {
        return "{\"steps\":[{\"command\":[\"true\"]}],\"files\":[{\"path\":\"a\",\"sha256\":\"" + sha256 + "\"}]}";
    }

    private static HttpResponse<String> upload(String text) {
        return upload(BodyPublishers.ofString(text));
    }

    private static HttpResponse<String> upload(HttpRequest.BodyPublisher body) {
        return api.send(api.request("/v1/files")
                .header("Content-Type", "application/octet-stream")
                .POST(body));
    }

    private static HttpResponse<String> form(String... parts) {
        return api.send(api.request("/v1/tasks")
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(BodyPublishers.ofString(String.join("", parts) + "--" + BOUNDARY + "--\r\n")));
    }

    private static String part(String name, @Nullable String fileName, String content) {
        return "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\""
                + (fileName == null ? "" : "; filename=\"" + fileName + "\"") + "\r\n\r\n" + content + "\r\n";
    }
}
