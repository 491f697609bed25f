package dev.holdfast.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.api.fakes.RunningApi;
import dev.holdfast.contract.ContractJson;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The checked-in description is what the code says. {@code -Dopenapi.write=true} writes it anew. */
class OpenApiTest {
    private static final Path CHECKED_IN = Path.of("src/main/resources/openapi.json");
    private static final JsonMapper MAPPER = ContractJson.LENIENT
            .rebuild()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    @RegisterExtension
    static final RunningApi api =
            new RunningApi("--springdoc.api-docs.enabled=true", "--springdoc.writer-with-order-by-keys=true");

    @Test
    void theCheckedInDescriptionIsUpToDate() throws IOException {
        HttpResponse<String> answer = api.get("/v3/api-docs");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode generated = OpenApiDocument.completed((ObjectNode) MAPPER.readTree(answer.body()));
        if (Boolean.getBoolean("openapi.write")) {
            Files.writeString(CHECKED_IN, MAPPER.writeValueAsString(generated) + "\n");
        }

        assertThat(Files.readString(CHECKED_IN))
                .as("the API changed: run this test with -Dopenapi.write=true and commit " + CHECKED_IN)
                .isEqualTo(MAPPER.writeValueAsString(generated) + "\n");
    }

    @Test
    void everyOperationIsDescribedAndSaysHowItFails() throws IOException {
        JsonNode paths = MAPPER.readTree(Files.readString(CHECKED_IN)).path("paths");

        assertThat(paths.size()).isGreaterThan(10);
        paths.properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    assertThat(operation.getValue().path("summary").asString())
                            .as(operation.getKey() + " " + path.getKey())
                            .isNotEmpty();
                    assertThat(operation.getValue().path("responses").has("default"))
                            .isTrue();
                }));
    }

    @Test
    void theApiServesItToEverybody() {
        assertThat(api.get("/v1/openapi.json").body()).contains("\"openapi\" : \"3.1.0\"");
    }
}
