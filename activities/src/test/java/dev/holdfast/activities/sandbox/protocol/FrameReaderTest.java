package dev.holdfast.activities.sandbox.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.sandbox.LogSink;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameReaderTest {
    private static final int FRAME_HEAD = 5;

    @Test
    void readsEveryKindOfFrame() throws IOException {
        FrameReader reader = reader(concatenated(
                frame(1, "{}".getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                frame(2, new byte[] {7, 8}),
                frame(4, log(5, 2, 1_500_000_000L, new byte[] {9})),
                frame(5, ByteBuffer.allocate(16).putLong(3).putLong(8).array()),
                frame(3, "{}".getBytes(java.nio.charset.StandardCharsets.UTF_8))));

        assertThat(reader.next()).isInstanceOf(Frame.Json.class);
        assertThat(((Frame.Data) reader.next()).bytes()).containsExactly(7, 8);
        Frame.Log log = (Frame.Log) reader.next();
        assertThat(log.offset()).isEqualTo(5);
        assertThat(log.stream()).isEqualTo(LogSink.Stream.STDERR);
        assertThat(log.at().toString()).isEqualTo("1970-01-01T00:00:01.500Z");
        assertThat(log.bytes()).containsExactly(9);
        assertThat(reader.next()).isEqualTo(new Frame.Gap(3, 8));
        assertThat(reader.next()).isInstanceOf(Frame.End.class);
        assertThatThrownBy(reader::next).isInstanceOf(EOFException.class);
    }

    @Test
    void framesThatArriveByteByByteAreWhole() throws IOException {
        Random random = new Random(1);
        byte[] payload = new byte[100_000];
        random.nextBytes(payload);
        FrameReader reader = new FrameReader(trickle(concatenated(frame(2, payload), frame(2, payload)), random));

        assertThat(((Frame.Data) reader.next()).bytes()).isEqualTo(payload);
        assertThat(((Frame.Data) reader.next()).bytes()).isEqualTo(payload);
    }

    @Test
    void theLargestFrameFits() throws IOException {
        byte[] payload = new byte[Frame.MAX_LENGTH - 1];
        assertThat(((Frame.Data) reader(frame(2, payload)).next()).bytes()).hasSize(payload.length);
    }

    @Test
    void lengthsThatAreTooLargeOrTooSmallAreRefusedBeforeAnythingIsRead() {
        for (int length : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, Frame.MAX_LENGTH + 1}) {
            byte[] head = ByteBuffer.allocate(4).putInt(length).array();
            assertThatThrownBy(() -> reader(head).next())
                    .as("length %d", length)
                    .isInstanceOf(ProtocolViolation.class)
                    .hasMessageContaining(Integer.toUnsignedString(length));
        }
    }

    @Test
    void framesThatMakeNoSenseAreRefused() {
        List<byte[]> bad = List.of(
                frame(0, new byte[0]),
                frame(6, new byte[0]),
                frame(4, new byte[16]),
                frame(4, log(0, 0, 0, new byte[0])),
                frame(4, log(-1, 1, 0, new byte[0])),
                frame(4, log(Long.MAX_VALUE, 1, 0, new byte[1])),
                frame(4, log(0, 1, -1, new byte[0])),
                frame(5, new byte[15]),
                frame(5, ByteBuffer.allocate(16).putLong(8).putLong(3).array()),
                frame(5, ByteBuffer.allocate(16).putLong(-8).putLong(3).array()));
        for (byte[] bytes : bad) {
            assertThatThrownBy(() -> reader(bytes).next()).isInstanceOf(ProtocolViolation.class);
        }
    }

    @Test
    void everyTruncationOfAFrameIsAnEndOfFile() {
        byte[] whole = frame(4, log(1, 1, 2, new byte[20]));
        for (int length = 0; length < whole.length; length++) {
            byte[] part = java.util.Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> reader(part).next()).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void anyBytesGiveFramesOrAnErrorAndNeverMoreThanWasSent() {
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            if (bytes.length > FRAME_HEAD && random.nextInt(4) > 0) {
                // A plausible head, so that the decoding behind it is reached too.
                ByteBuffer.wrap(bytes).putInt(1 + random.nextInt(64)).put((byte) random.nextInt(7));
            }
            assertThat(payloadBytes(bytes, random)).as("seed %d", seed).isLessThanOrEqualTo(bytes.length);
        }
    }

    @Test
    void anyMessageIsUnderstoodOrRefusedWithAnError() {
        String[] words = {
            "{",
            "}",
            "\"ok\"",
            ":",
            "true",
            "false",
            ",",
            "\"error\"",
            "\"code\"",
            "\"state\"",
            "[",
            "null",
            "\"ended\"",
            "1",
            "\"outcome\"",
            "\"exploded\"",
            "\"step\"",
            "\"s\""
        };
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "{\"ok\":true,\"step\":\"s\"," : "");
            for (int i = random.nextInt(12); i > 0; i--) {
                text.append(words[random.nextInt(words.length)]);
            }
            byte[] message = text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
            try {
                Messages.answer(message, dev.holdfast.activities.sandbox.StepRecord.class);
            } catch (IOException | dev.holdfast.activities.sandbox.SandboxException refused) {
                assertThat(refused.getMessage()).as("seed %d: %s", seed, text).isNotBlank();
            }
        }
    }

    private static int payloadBytes(byte[] bytes, Random random) {
        FrameReader reader = new FrameReader(trickle(bytes, random));
        int total = 0;
        try {
            while (true) {
                total += switch (reader.next()) {
                    case Frame.Json f -> f.text().length;
                    case Frame.Data f -> f.bytes().length;
                    case Frame.End f -> f.text().length;
                    case Frame.Log f -> f.bytes().length;
                    case Frame.Gap f -> 16;
                };
            }
        } catch (IOException endOrViolation) {
            return total;
        }
    }

    private static byte[] frame(int kind, byte[] payload) {
        return ByteBuffer.allocate(FRAME_HEAD + payload.length)
                .putInt(1 + payload.length)
                .put((byte) kind)
                .put(payload)
                .array();
    }

    private static byte[] log(long offset, int stream, long nanoseconds, byte[] bytes) {
        return ByteBuffer.allocate(17 + bytes.length)
                .putLong(offset)
                .put((byte) stream)
                .putLong(nanoseconds)
                .put(bytes)
                .array();
    }

    private static byte[] concatenated(byte[]... parts) {
        java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
        List.of(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static FrameReader reader(byte[] bytes) {
        return new FrameReader(Channels.newChannel(new ByteArrayInputStream(bytes)));
    }

    /** Gives a few bytes at a time. */
    private static ReadableByteChannel trickle(byte[] bytes, Random random) {
        List<Integer> sizes = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            sizes.add(1 + random.nextInt(1000));
        }
        return Channels.newChannel(new ByteArrayInputStream(bytes) {
            private int turn;

            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, sizes.get(turn++ % sizes.size())));
            }
        });
    }
}
