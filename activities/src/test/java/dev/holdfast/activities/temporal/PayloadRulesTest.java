package dev.holdfast.activities.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.holdfast.contract.InvalidFieldException;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.common.converter.DataConverterException;
import io.temporal.payload.codec.PayloadCodecException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PayloadRulesTest {
    private static final String OLD = "old:" + key('o');
    private static final String NEW = "new:" + key('n');

    record Note(String title, List<Map<String, String>> parts) {}

    @Test
    void aPayloadThatIsTooLargeIsRefusedAndTheFieldIsNamed() {
        Note large = new Note("small", List.of(Map.of("a", "b"), Map.of("text", "x".repeat(300_000))));

        assertThatThrownBy(() -> rules("").converter().toPayload(large))
                .isInstanceOf(DataConverterException.class)
                .hasMessageContaining("Note.parts[1].text")
                .hasMessageContaining("262144")
                .hasMessageContaining("S3");
    }

    @Test
    void aPayloadAtTheLimitPasses() {
        String text = "x".repeat(BoundedPayloads.MOST_BYTES - 2);

        assertThatCode(() -> rules("").converter().toPayload(text)).doesNotThrowAnyException();
        assertThatThrownBy(() -> rules("").converter().toPayload(text + "y"))
                .isInstanceOf(DataConverterException.class);
    }

    @Test
    void withAKeyTheLimitIsTheSameBecauseWhatIsEncryptedIsMeasuredBefore() {
        String text = "x".repeat(BoundedPayloads.MOST_BYTES - 2);

        assertThatCode(() -> rules(NEW).converter().toPayload(text)).doesNotThrowAnyException();
        assertThatThrownBy(() -> rules(NEW).converter().toPayload(text + "y"))
                .isInstanceOf(DataConverterException.class);
    }

    @Test
    void withoutKeysPayloadsAreAsTheContractWritesThem() {
        Payload written = rules("").converter().toPayload("hello").orElseThrow();

        assertThat(written.getData().toStringUtf8()).isEqualTo("\"hello\"");
    }

    @Test
    void anEncryptedPayloadShowsNothingAndIsReadBack() {
        PayloadRules rules = rules(NEW);

        Payload encrypted = rules.converter().toPayload("a secret").orElseThrow();

        assertThat(encrypted.toByteString().toString(StandardCharsets.ISO_8859_1))
                .doesNotContain("secret")
                .doesNotContain("json/plain")
                .contains("new");
        assertThat(rules.converter().fromPayload(encrypted, String.class, String.class))
                .isEqualTo("a secret");
        assertThat(rules.converter().toPayload("a secret")).isNotEqualTo(encrypted);
    }

    @Test
    void afterARotationOldPayloadsAreReadAndNewOnesUseTheNewKey() {
        Payload old = rules(OLD).converter().toPayload("from before").orElseThrow();
        PayloadRules rotated = rules(NEW + "," + OLD);

        assertThat(rotated.converter().fromPayload(old, String.class, String.class))
                .isEqualTo("from before");
        assertThat(rotated.converter()
                        .toPayload("x")
                        .orElseThrow()
                        .getMetadataOrThrow(EncryptedPayloads.KEY_ID)
                        .toStringUtf8())
                .isEqualTo("new");
    }

    @Test
    void whatWasWrittenBeforeEncryptionIsStillRead() {
        Payload plain = rules("").converter().toPayload("plain").orElseThrow();

        assertThat(rules(NEW).converter().fromPayload(plain, String.class, String.class))
                .isEqualTo("plain");
    }

    @Test
    void aMissingKeyIsNamedAndAChangedPayloadIsRefused() {
        Payloads encrypted = rules(OLD).encoded(payloads("x"));
        Payload first = encrypted.getPayloads(0);
        ByteString bytes = first.getData();
        Payload changed = first.toBuilder()
                .setData(bytes.substring(0, bytes.size() - 1).concat(ByteString.copyFrom(new byte[] {1})))
                .build();

        assertThatThrownBy(() -> rules(NEW).decoded(encrypted))
                .isInstanceOf(PayloadCodecException.class)
                .hasMessageContaining("'old'")
                .hasMessageContaining("HOLDFAST_PAYLOAD_KEYS");
        assertThatThrownBy(() -> rules(OLD)
                        .decoded(Payloads.newBuilder().addPayloads(changed).build()))
                .isInstanceOf(PayloadCodecException.class)
                .hasMessageContaining("was changed");
    }

    @Test
    void keysComeFromTextAndFileAndAWrongOneIsExplainedWithoutBeingShown(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("keys"), NEW + "\n" + OLD + "\n");

        assertThat(PayloadKeys.of(null, file).newest()).isEqualTo("new");
        assertThat(PayloadKeys.of("", null).isEmpty()).isTrue();
        assertThat(PayloadKeys.of(OLD, null).toString()).isEqualTo("PayloadKeys[old]");
        assertThatThrownBy(() -> PayloadKeys.of("short:c2VjcmV0", null))
                .isInstanceOf(InvalidFieldException.class)
                .hasMessageContaining("'short'")
                .hasMessageContaining("openssl rand -base64 32")
                .hasMessageNotContaining("c2VjcmV0");
        assertThatThrownBy(() -> PayloadKeys.of(OLD + "," + OLD, null)).hasMessageContaining("twice");
        assertThatThrownBy(() -> PayloadKeys.of("nocolon", null)).hasMessageContaining("id:base64");
    }

    private static PayloadRules rules(String keys) {
        return new PayloadRules(PayloadKeys.of(keys, null));
    }

    private static Payloads payloads(String text) {
        return Payloads.newBuilder()
                .addPayloads(rules("").converter().toPayload(text).orElseThrow())
                .build();
    }

    private static String key(char letter) {
        return Base64.getEncoder()
                .encodeToString(String.valueOf(letter).repeat(32).getBytes(StandardCharsets.US_ASCII));
    }
}
