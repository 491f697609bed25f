package dev.holdfast.api.fakes;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.Map;

/** An OpenID Connect issuer on loopback that signs whatever a test asks for. */
public final class SmallIssuer implements AutoCloseable {
    private final HttpServer server;
    private final RSAKey key = newKey();

    public SmallIssuer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException taken) {
            throw new UncheckedIOException(taken);
        }
        server.createContext("/.well-known/openid-configuration", this::configuration);
        server.createContext("/keys", exchange -> answer(exchange, new JWKSet(key.toPublicJWK()).toString()));
        server.start();
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Valid for an hour. */
    public String token(String audience, Map<String, Object> claims) {
        return signed(key, address(), audience, Instant.now().plusSeconds(3600), claims);
    }

    public String expired(String audience, Map<String, Object> claims) {
        return signed(key, address(), audience, Instant.now().minusSeconds(3600), claims);
    }

    /** Says that it is ours, and was signed by somebody else. */
    public String forged(String audience, Map<String, Object> claims) {
        return signed(newKey(), address(), audience, Instant.now().plusSeconds(3600), claims);
    }

    private static String signed(
            RSAKey key, String issuer, String audience, Instant until, Map<String, Object> claims) {
        JWTClaimsSet.Builder content = new JWTClaimsSet.Builder()
                .issuer(issuer)
                .audience(audience)
                .subject("somebody")
                .issueTime(Date.from(until.minusSeconds(7200)))
                .expirationTime(Date.from(until));
        claims.forEach(content::claim);
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("one").build(), content.build());
        try {
            token.sign(new RSASSASigner(key));
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
        return token.serialize();
    }

    private static RSAKey newKey() {
        try {
            return new RSAKeyGenerator(2048).keyID("one").generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void configuration(HttpExchange exchange) throws IOException {
        answer(exchange, """
                {"issuer":"%1$s","jwks_uri":"%1$s/keys","authorization_endpoint":"%1$s/authorize",
                 "token_endpoint":"%1$s/token","response_types_supported":["code"],
                 "subject_types_supported":["public"],"id_token_signing_alg_values_supported":["RS256"]}
                """.formatted(address()));
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
