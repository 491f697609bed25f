package dev.holdfast.activities.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NativeDigestsTest {
    @Test
    void theyAreThereOnTheMachinesThatWeKnow() {
        boolean known = System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64");

        assertThat(NativeDigests.available()).isEqualTo(known);
    }

    @Test
    void theySayWhatTheJvmSays() throws Exception {
        Random random = new Random(1);
        for (int size : new int[] {0, 1, 55, 56, 63, 64, 65, 8191, 1 << 20}) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            MessageDigest inPieces = NativeDigests.sha256();
            int cut = size / 3;
            inPieces.update(bytes, 0, cut);
            inPieces.update(bytes, cut, size - cut);

            assertThat(HexFormat.of().formatHex(inPieces.digest()))
                    .as("%s bytes", size)
                    .isEqualTo(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
        }
    }
}
