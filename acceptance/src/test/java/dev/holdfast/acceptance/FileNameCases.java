package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.HoldfastException;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Artifact.Status;
import dev.holdfast.contract.InputFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** Names that lead out of a directory, or that a terminal, a shell or a database trips over. */
final class FileNameCases {
    private FileNameCases() {}

    static void tarSlip(Arena arena) throws Exception {
        for (String path : List.of("../x", "/x", "a/../../x", "")) {
            String spec = "{\"steps\":[{\"command\":\"true\"}],\"files\":[{\"path\":\"" + path + "\",\"text\":\"x\"}]}";
            assertThat(arena.submit(spec).statusCode()).as(path).isEqualTo(400);
        }
        for (byte[] archive : List.of(archive("../x"), archive("/x"), throughALink())) {
            InputFile input = InputFile.upload("in", arena.upload(archive), true);
            assertThatThrownBy(() -> arena.run(HostileTask.shell("echo started").file(input)))
                    .isInstanceOf(HoldfastException.Invalid.class)
                    .hasMessageContaining("files[0]");
        }
    }

    private static byte[] archive(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            file(tar, "harmless");
            file(tar, name);
        }
        return bytes.toByteArray();
    }

    private static byte[] throughALink() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            TarArchiveEntry link = new TarArchiveEntry("link", TarConstants.LF_SYMLINK);
            link.setLinkName("/tmp");
            tar.putArchiveEntry(link);
            tar.closeArchiveEntry();
            file(tar, "link/x");
        }
        return bytes.toByteArray();
    }

    private static void file(TarArchiveOutputStream tar, String name) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, true);
        entry.setSize(1);
        tar.putArchiveEntry(entry);
        tar.write('x');
        tar.closeArchiveEntry();
    }

    static void names(Arena arena) throws Exception {
        Collected found = Collected.by(arena, HostileTask.perl("""
                        mkdir ".artifacts"; chdir ".artifacts";
                        for ("new\\nline", "esc\\e[31m", "-rf", "byte\\xff", "\\xe2\\x80\\xaetxt.exe", "\\xc3\\xa9", "e\\xcc\\x81",
                             "back\\\\slash", "quote\\"and'", " ", "n" x 255) {
                          open(my $f, ">", $_) or die "$_: $!"; print $f $_ }
                        srand 1;
                        for (1 .. 18) { my $d = join "", map { chr(97 + rand 26) } 1 .. 220; mkdir $d or die $!; chdir $d }
                        open(my $f, ">", "deep") or die $!; print $f "deep"
                        """));

        assertThat(found.paths())
                .contains(
                        ".artifacts/new\nline",
                        ".artifacts/esc\u001b[31m",
                        ".artifacts/-rf",
                        ".artifacts/byte\\xff",
                        ".artifacts/\u202etxt.exe",
                        ".artifacts/\u00e9",
                        ".artifacts/e\u0301",
                        ".artifacts/back\\\\slash",
                        ".artifacts/quote\"and'",
                        ".artifacts/ ",
                        ".artifacts/" + "n".repeat(255));
        assertThat(found.all().stream()
                        .filter(artifact -> !artifact.path().endsWith("/deep"))
                        .filter(artifact -> artifact.path().getBytes(StandardCharsets.UTF_8).length < 300))
                .hasSize(11)
                .allMatch(artifact -> artifact.status() == Status.COMPLETE);
        assertThat(found.all().stream().filter(artifact -> artifact.path().length() > 300))
                .as("the file whose path has 4 KiB, or the reason why it is not there")
                .hasSize(1)
                .allMatch(artifact -> artifact.status() == Status.COMPLETE || artifact.reason() != null);
        for (Artifact artifact : found.all()) {
            if (artifact.status() == Status.COMPLETE) {
                found.assertStored(artifact);
                assertHeadersAreSafe(arena, found, artifact);
            }
        }
    }

    private static void assertHeadersAreSafe(Arena arena, Collected found, Artifact artifact) throws Exception {
        HttpResponse<String> answer = arena.send(arena.request(
                        "/v1/tasks/" + found.task().id() + "/artifacts/content?path="
                                + URLEncoder.encode(artifact.path(), StandardCharsets.UTF_8),
                        arena.stack().token())
                .GET()
                .build());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Disposition").orElse(""))
                .matches("attachment;[ -~]+");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("sandbox");
    }
}
