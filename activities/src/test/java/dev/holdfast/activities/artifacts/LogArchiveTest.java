package dev.holdfast.activities.artifacts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.artifacts.s3.TestBytes;
import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.LogChunk.Stream;
import dev.holdfast.activities.history.LogPage;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.contract.TaskId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class LogArchiveTest {
    private static final TaskId TASK = new TaskId("build-7");
    private static final String OBJECT = "logs/build-7.ndjson.gz";
    private static final Instant AT = Instant.parse("2026-01-01T12:00:00.123456789Z");

    private final List<LogChunk> chunks = new ArrayList<>();
    private final MemoryObjects objects = new MemoryObjects();
    private final LogArchive archive = new LogArchive(new ListedLog(chunks), objects);

    private void add(String step, long offset, Stream stream, byte[] bytes, long dropped) {
        chunks.add(new LogChunk(TASK, step + "-1", step, offset, stream, AT.plusMillis(chunks.size()), bytes, dropped));
    }

    private List<LogChunk> readBack() {
        List<LogChunk> read = new ArrayList<>();
        assertThat(archive.read(TASK, read::add)).isTrue();
        return read;
    }

    private void fill() {
        add("build", 0, Stream.STDOUT, "héllo\n\u0000\u001b[31m\r\"".getBytes(UTF_8), 0);
        add("build", 20, Stream.STDERR, new byte[] {(byte) 0xff, 0, 10}, 0);
        add("build", 23, Stream.STDOUT, Arrays.copyOf("é".getBytes(UTF_8), 1), 0);
        add("build", 24, Stream.GAP, new byte[0], 1 << 20);
        add("test", 0, Stream.PTY, new byte[0], 0);
        add("test", 0, Stream.PTY, TestBytes.random(1, 200_000), 0);
    }

    @Test
    void theSealedLogHasTheSameBytesInTheSameOrder() {
        fill();
        SealedLog sealed = archive.seal(TASK, () -> {});

        assertThat(readBack()).usingRecursiveComparison().isEqualTo(chunks);
        assertThat(sealed.chunks()).isEqualTo(6);
        assertThat(sealed.bytes())
                .isEqualTo(
                        chunks.stream().mapToLong(chunk -> chunk.bytes().length).sum());
        assertThat(sealed.ref().sha256()).isEqualTo(TestBytes.sha256(stored()));
    }

    @Test
    void theFormatIsTheDocumentedOne() throws IOException {
        add("test", 0, Stream.STDOUT, "ok 1\n".getBytes(UTF_8), 0);
        add("test", 5, Stream.STDERR, new byte[] {(byte) 0x80, (byte) 0xff, 10}, 0);
        add("test", 8, Stream.GAP, new byte[0], 1_048_576);
        archive.seal(TASK, () -> {});

        assertThat(plain().lines())
                .containsExactly(
                        "{\"format\":\"holdfast-log\",\"version\":1,\"task\":\"build-7\"}",
                        "{\"step\":\"test\",\"key\":\"test-1\",\"offset\":0,\"stream\":\"stdout\","
                                + "\"at\":\"2026-01-01T12:00:00.123456789Z\",\"text\":\"ok 1\\n\"}",
                        "{\"step\":\"test\",\"key\":\"test-1\",\"offset\":5,\"stream\":\"stderr\","
                                + "\"at\":\"2026-01-01T12:00:00.124456789Z\",\"base64\":\"gP8K\"}",
                        "{\"step\":\"test\",\"key\":\"test-1\",\"offset\":8,\"stream\":\"gap\","
                                + "\"at\":\"2026-01-01T12:00:00.125456789Z\",\"dropped\":1048576}",
                        "{\"total\":{\"chunks\":3,\"bytes\":8}}");
    }

    @Test
    void aTaskWithoutOutputHasAnEmptyLog() {
        assertThat(archive.seal(TASK, () -> {}).chunks()).isZero();
        assertThat(readBack()).isEmpty();
    }

    @Test
    void aLogThatWasNeverSealedIsToldFromAnEmptyOne() {
        assertThat(archive.read(TASK, chunk -> {})).isFalse();
        assertThat(archive.open(TASK)).isEmpty();
    }

    @Test
    void aLongLogIsReadPageByPage() {
        for (int i = 0; i < 1_000; i++) {
            add(
                    "s",
                    i * 10L,
                    i % 2 == 0 ? Stream.STDOUT : Stream.STDERR,
                    "line %04d\n".formatted(i).getBytes(UTF_8),
                    0);
        }
        List<Integer> beats = new ArrayList<>();
        archive.seal(TASK, () -> beats.add(1));

        assertThat(beats).hasSizeGreaterThan(5);
        assertThat(readBack()).hasSize(1_000);
    }

    @Test
    void sealingAgainReplacesAndRemovingRemoves() {
        archive.seal(TASK, () -> {});
        fill();
        archive.seal(TASK, () -> {});
        assertThat(readBack()).hasSize(6);
        archive.remove(TASK);
        assertThat(objects.stored).isEmpty();
    }

    @Test
    void aCutLogIsNotTakenForAWholeOne() throws IOException {
        fill();
        archive.seal(TASK, () -> {});
        byte[] whole = stored();
        String lines = plain();

        objects.stored.put(OBJECT, Arrays.copyOf(whole, whole.length / 2));
        assertDamaged();
        objects.stored.put(OBJECT, gzipped(lines.substring(0, lines.indexOf("{\"total\""))));
        assertDamaged();
        objects.stored.put(OBJECT, gzipped(lines.replaceFirst("\\{\"step\":[^\n]*\n", "")));
        assertDamaged();
        objects.stored.put(OBJECT, gzipped("{\"format\":\"holdfast-log\",\"version\":2}\n"));
        assertDamaged();
        objects.stored.put(OBJECT, gzipped("no json\n"));
        assertDamaged();
    }

    private void assertDamaged() {
        assertThatThrownBy(() -> archive.read(TASK, chunk -> {}))
                .isInstanceOfSatisfying(
                        ArtifactException.class,
                        problem -> assertThat(problem.error()).isEqualTo(ArtifactError.BLOB_DAMAGED))
                .hasMessageContaining("build-7");
    }

    private byte[] stored() {
        return Objects.requireNonNull(objects.stored.get(OBJECT));
    }

    private String plain() throws IOException {
        try (var unzipped = new GZIPInputStream(new ByteArrayInputStream(stored()))) {
            return new String(unzipped.readAllBytes(), UTF_8);
        }
    }

    private static byte[] gzipped(String text) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(zipped)) {
            gzip.write(text.getBytes(UTF_8));
        }
        return zipped.toByteArray();
    }

    /** A log as a list, given out in pages of 100. */
    private record ListedLog(List<LogChunk> chunks) implements LogStore {
        @Override
        public void append(List<LogChunk> more) {
            chunks.addAll(more);
        }

        @Override
        public LogPage read(TaskId taskId, long cursor, int maxBytes) {
            int from = (int) cursor;
            int to = Math.min(chunks.size(), from + 100);
            return new LogPage(List.copyOf(chunks.subList(from, to)), to, to == chunks.size());
        }

        @Override
        public long end(TaskId taskId) {
            return chunks.size();
        }

        @Override
        public long storedUpTo(TaskId taskId, String stepKey) {
            return 0;
        }

        @Override
        public Subscription subscribe(TaskId taskId, Runnable listener) {
            return () -> {};
        }
    }
}
