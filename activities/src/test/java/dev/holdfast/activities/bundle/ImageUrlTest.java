package dev.holdfast.activities.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageUrlTest {
    @ParameterizedTest
    @CsvSource({
        "debian, pkg:docker/debian@sha256%3Aab",
        "debian:bookworm-slim, pkg:docker/debian@sha256%3Aab?tag=bookworm-slim",
        "team/app:1, pkg:docker/team/app@sha256%3Aab?tag=1",
        "registry.example:5000/team/app, pkg:docker/team/app@sha256%3Aab?repository_url=registry.example%3A5000",
        "localhost/app:2, pkg:docker/app@sha256%3Aab?repository_url=localhost&tag=2",
        "debian:12@sha256:cd, pkg:docker/debian@sha256%3Aab?tag=12"
    })
    void anImageIsNamedWithItsDigest(String image, String url) {
        assertThat(ImageUrl.of(image, "sha256:ab")).isEqualTo(url);
    }
}
