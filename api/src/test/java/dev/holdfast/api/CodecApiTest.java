package dev.holdfast.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.api.fakes.RunningApi;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.rest.NewToken;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Temporal's remote codec protocol, as its UI and its command line speak it. */
class CodecApiTest {
    private static final String UI = "http://127.0.0.1:8233";
    private static final String PLAIN = "{\"payloads\":[{\"metadata\":{\"encoding\":\"" + base64("json/plain")
            + "\"},\"data\":\"" + base64("\"a swordfish, and more\"") + "\"}]}";

    @RegisterExtension
    static final RunningApi api = new RunningApi(
            "--holdfast.payload.keys=k1:" + Base64.getEncoder().encodeToString(new byte[32]),
            "--holdfast.api.ui-origin=" + UI);

    @Test
    void whatIsEncodedShowsNothingAndIsDecodedAgain() {
        String encoded = api.post("/v1/codec/encode", PLAIN).body();
        String decoded = api.post("/v1/codec/decode", encoded).body();

        JsonNode payload = json(encoded).path("payloads").get(0);
        assertThat(payload.path("metadata").path("encoding").stringValue()).isEqualTo(base64("binary/encrypted"));
        assertThat(new String(
                        Base64.getDecoder().decode(payload.path("data").stringValue()),
                        java.nio.charset.StandardCharsets.ISO_8859_1))
                .doesNotContain("swordfish");
        assertThat(json(decoded)).isEqualTo(json(PLAIN));
    }

    @Test
    void onlyOperatorsMayDecode() {
        NewToken submitter = ContractJson.LENIENT.readValue(
                api.post("/v1/tokens", "{\"name\":\"s\",\"role\":\"submit\"}").body(), NewToken.class);

        HttpResponse<String> refused = api.send(api.request("/v1/codec/decode", submitter.token())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(PLAIN)));
        HttpResponse<String> stranger =
                api.send(api.request("/v1/codec/decode", "wrong").POST(BodyPublishers.ofString(PLAIN)));

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(stranger.statusCode()).isEqualTo(401);
    }

    @Test
    void pagesOfTheConfiguredUiMayCallAndOthersMayNot() {
        HttpResponse<String> ui = preflight(UI, "/v1/codec/decode");
        HttpResponse<String> other = preflight("http://elsewhere.example", "/v1/codec/decode");

        assertThat(ui.statusCode()).isEqualTo(200);
        assertThat(ui.headers().firstValue("Access-Control-Allow-Origin")).contains(UI);
        assertThat(other.statusCode()).isEqualTo(403);
        assertThat(other.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        assertThat(preflight(UI, "/v1/tasks").statusCode()).isEqualTo(401);
    }

    @Test
    void whatCannotBeDecodedIsExplained() {
        String foreign = PLAIN.replace(base64("json/plain"), base64("binary/encrypted"));

        assertThat(api.post("/v1/codec/decode", foreign).statusCode()).isEqualTo(400);
        assertThat(api.post("/v1/codec/decode", foreign).body()).contains("HOLDFAST_PAYLOAD_KEYS");
        assertThat(api.post("/v1/codec/decode", "[1]").body()).contains("payloads");
    }

    private static HttpResponse<String> preflight(String origin, String path) {
        return api.send(java.net.http.HttpRequest.newBuilder(api.address(path))
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "authorization,content-type,x-namespace")
                .method("OPTIONS", BodyPublishers.noBody()));
    }

    private static JsonNode json(String text) {
        return ContractJson.LENIENT.readTree(text);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
