package dev.holdfast.activities.secrets.masking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.sandbox.LogSink;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class MaskingSinkTest {
    private static final String ALPHABET =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=-_ .:%\"\\&<>{}[]$#!?äöß€\n\t";

    private final Received received = new Received();

    @Test
    void aSecretBecomesStarsOfTheSameLengthAndTheRestStays() {
        MaskingSink sink = sink("hunter2-hunter2");

        write(sink, LogSink.Stream.STDOUT, "before hunter2-hunter2 behind\n");
        sink.finish();

        assertThat(received.text()).isEqualTo("before *************** behind\n");
    }

    @Test
    void theBeginningOfASecretWaitsForItsEndHoweverLateItComes() {
        MaskingSink sink = sink("hunter2-hunter2");

        write(sink, LogSink.Stream.STDOUT, "a hunter");
        assertThat(received.text()).isEqualTo("a ");
        assertThat(sink.next()).isEqualTo(8);
        write(sink, LogSink.Stream.STDOUT, "2-hunter2\n");

        assertThat(received.text()).isEqualTo("a ***************\n");
    }

    @Test
    void whatOnlyLookedLikeABeginningIsHandedOverAsItWas() {
        MaskingSink sink = sink("hunter2-hunter2");

        write(sink, LogSink.Stream.STDOUT, "hun");
        write(sink, LogSink.Stream.STDOUT, "gry\n");

        assertThat(received.text()).isEqualTo("hungry\n");
    }

    @Test
    void streamsDoNotDisturbEachOtherAndKeepTheirOrder() {
        MaskingSink sink = sink("hunter2-hunter2");

        write(sink, LogSink.Stream.STDOUT, "hunter2-");
        write(sink, LogSink.Stream.STDERR, "meanwhile\n");
        assertThat(received.text()).isEmpty();
        write(sink, LogSink.Stream.STDOUT, "hunter2\n");

        assertThat(received.text()).isEqualTo("********meanwhile\n*******\n");
        assertThat(received.offsetsWereContinuous).isTrue();
    }

    @Test
    void aStreamThatIsHeldBackTooLongIsMaskedRatherThanKeptInMemory() {
        MaskingSink sink = sink("hunter2-hunter2");

        write(sink, LogSink.Stream.STDOUT, "hunter2-");
        write(sink, LogSink.Stream.STDERR, "x".repeat(2 << 20));
        write(sink, LogSink.Stream.STDOUT, "hunter2\n");
        sink.finish();

        assertThat(received.text()).startsWith("********xxx").endsWith("xxx*******\n");
    }

    @Test
    void aSecretThatTheOutputCapCutShowsNeitherOfItsParts() {
        MaskingSink sink = sink("hunter2-hunter2");

        write(sink, LogSink.Stream.STDOUT, "a hunter2-hun");
        sink.gap(13, 100);
        sink.bytes(100, LogSink.Stream.STDOUT, Instant.EPOCH, bytes("nter2 b\n"));
        sink.finish();

        assertThat(received.text()).isEqualTo("a *********************** b\n".substring(0, 13) + "***** b\n");
    }

    @Test
    void base64ThatToolsBreakIntoLinesIsFound() {
        String secret = "0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ-and-some-more-of-it";
        MaskingSink sink = sink(secret);

        write(sink, LogSink.Stream.STDOUT, Base64.getMimeEncoder().encodeToString(bytes("x" + secret)));
        sink.finish();

        assertThat(received.text().replaceAll("[*\r\n]", "").length()).isLessThan(8);
    }

    @Test
    void theLinesOfAKeyAreFoundOneByOneButNotItsFrame() {
        MaskingSink sink =
                sink("-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0\nBAQEFAASCBKcwggSjAgEAAo\n-----END KEY-----\n");

        write(sink, LogSink.Stream.STDOUT, "-----BEGIN KEY----- then 'BAQEFAASCBKcwggSjAgEAAo'\n");
        sink.finish();

        assertThat(received.text()).isEqualTo("-----BEGIN KEY----- then '***********************'\n");
    }

    /** Random secrets, in a random form, between random text, in random pieces: the form never shows, the rest always. */
    @Test
    void noFormOfAnySecretShowsHoweverTheOutputIsCut() {
        Random random = new Random(20260101);
        for (int round = 0; round < 3_000; round++) {
            String secret = secret(random);
            String form = form(secret, random.nextInt(9), random);
            String around = "~".repeat(random.nextInt(20));
            received.clear();
            MaskingSink sink = sink(secret, "another-secret-" + round);

            writeInPieces(sink, bytes(around + form + around + "|"), random);
            sink.finish();

            assertThat(received.text())
                    .as("round %s: %s as %s", round, secret, form)
                    .doesNotContain(form)
                    .startsWith(around)
                    .endsWith(around + "|");
            assertThat(received.offsetsWereContinuous).isTrue();
        }
    }

    @Test
    void outputWithoutSecretsIsNeverChanged() {
        Random random = new Random(7);
        byte[] noise = new byte[300_000];
        random.nextBytes(noise);
        MaskingSink sink = sink("hunter2-hunter2", "correct horse battery staple");

        writeInPieces(sink, noise, random);
        sink.finish();

        assertThat(received.bytes.toByteArray()).isEqualTo(noise);
    }

    private static String secret(Random random) {
        int[] points = ALPHABET.codePoints().toArray();
        int length = 8 + random.nextInt(random.nextInt(10) == 0 ? 400 : 40);
        StringBuilder secret = new StringBuilder("k"); // one that is nothing but blanks is nobody's secret
        for (int i = 1; i < length; i++) {
            secret.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return secret.append('z').toString();
    }

    private static String form(String secret, int kind, Random random) {
        byte[] raw = bytes(secret);
        return switch (kind) {
            case 0 -> secret;
            case 1 -> Base64.getEncoder().encodeToString(raw).substring(0, raw.length * 8 / 6);
            case 2 -> inBase64(raw, 1, random);
            case 3 -> inBase64(raw, 2, random);
            case 4 -> URLEncoder.encode(secret, StandardCharsets.UTF_8);
            case 5 -> {
                String json = JsonMapper.shared().writeValueAsString(secret);
                yield json.substring(1, json.length() - 1);
            }
            case 6 -> HexFormat.of().formatHex(raw);
            case 7 -> HexFormat.of().withUpperCase().formatHex(raw);
            default -> URLEncoder.encode(secret, StandardCharsets.UTF_8).replace("+", "%20");
        };
    }

    /** What stands for the secret alone where so many random bytes are before it. */
    private static String inBase64(byte[] secret, int before, Random random) {
        byte[] with = new byte[before + secret.length];
        random.nextBytes(with);
        System.arraycopy(secret, 0, with, before, secret.length);
        return Base64.getEncoder().encodeToString(with).substring(before + 1, with.length * 8 / 6);
    }

    private static void writeInPieces(MaskingSink sink, byte[] bytes, Random random) {
        int from = 0;
        while (from < bytes.length) {
            int to = Math.min(bytes.length, from + 1 + random.nextInt(random.nextBoolean() ? 5 : 200));
            sink.bytes(sink.next(), LogSink.Stream.STDOUT, Instant.EPOCH, Arrays.copyOfRange(bytes, from, to));
            from = to;
        }
    }

    private MaskingSink sink(String... secrets) {
        return new MaskingSink(
                received,
                0,
                Masks.of(Arrays.stream(secrets).map(MaskingSinkTest::bytes).toList()));
    }

    private static void write(MaskingSink sink, LogSink.Stream stream, String text) {
        sink.bytes(sink.next(), stream, Instant.EPOCH, bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static final class Received implements LogSink {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private long next;
        private boolean offsetsWereContinuous = true;

        @Override
        public void bytes(long offset, Stream stream, Instant at, byte[] piece) {
            offsetsWereContinuous &= offset == next;
            next = offset + piece.length;
            bytes.writeBytes(piece);
        }

        @Override
        public void gap(long from, long to) {
            next = to;
        }

        void clear() {
            bytes.reset();
            next = 0;
        }

        String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }
}
