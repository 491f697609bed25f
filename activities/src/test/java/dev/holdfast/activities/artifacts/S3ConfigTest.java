package dev.holdfast.activities.artifacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.InvalidFieldException;
import java.util.List;
import org.junit.jupiter.api.Test;

class S3ConfigTest {
    private static S3Config with(String endpoint, String bucket, String region) {
        return new S3Config(endpoint, "key", "secret", bucket, region, null);
    }

    @Test
    void theRegionHasADefault() {
        assertThat(new S3Config("http://127.0.0.1:9000", "key", "secret", "holdfast", null, null).region())
                .isEqualTo("us-east-1");
        assertThat(with("https://s3.example.org", "holdfast", "eu-central-1").region())
                .isEqualTo("eu-central-1");
    }

    @Test
    void aWrongAddressIsRefusedWithAnExample() {
        for (String wrong :
                List.of("", "127.0.0.1:9000", "ftp://x", "http://", "http://a b", "http://x/path", "http://u:p@x")) {
            assertThatThrownBy(() -> with(wrong, "holdfast", ""))
                    .as(wrong)
                    .isInstanceOfSatisfying(
                            InvalidFieldException.class,
                            problem -> assertThat(problem.field()).isEqualTo("s3.endpoint"));
        }
        assertThatThrownBy(() -> with("localhost", "holdfast", "")).hasMessageContaining("http://127.0.0.1:9000");
    }

    @Test
    void aWrongBucketOrRegionIsRefused() {
        for (String wrong : List.of("", "ab", "Upper", "a_b", "a..b", "-ab", "ab-", "x".repeat(64), "../x")) {
            assertThatThrownBy(() -> with("http://x", wrong, "")).as(wrong).hasMessageStartingWith("s3.bucket");
        }
        assertThatThrownBy(() -> with("http://x", "abc", "eu/1")).hasMessageStartingWith("s3.region");
    }

    @Test
    void missingCredentialsAreNamed() {
        assertThatThrownBy(() -> new S3Config("http://x", " ", "secret", "abc", null, null))
                .hasMessage("s3.accessKey: is missing");
        assertThatThrownBy(() -> new S3Config("http://x", "key", "", "abc", null, null))
                .hasMessage("s3.secretKey: is missing");
    }

    @Test
    void theSecretIsNotPrinted() {
        assertThat(new S3Config("http://x", "key", "hunter2", "abc", null, null).toString())
                .doesNotContain("hunter2")
                .contains("http://x", "abc");
    }
}
