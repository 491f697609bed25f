package dev.holdfast.api.access;

import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.rest.Role;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoders;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.SupplierJwtDecoder;

/** Callers whose tokens an OpenID Connect issuer signed. What they may do and see stands in claims of the token. */
public final class OidcCallers {
    private final OidcConfig config;
    private final JwtDecoder decoder;

    public OidcCallers(OidcConfig config) {
        this.config = config;
        // At the first token: an issuer that is away must not keep the API from starting.
        this.decoder = new SupplierJwtDecoder(() -> decoder(config));
    }

    private static JwtDecoder decoder(OidcConfig config) {
        NimbusJwtDecoder decoder = JwtDecoders.fromIssuerLocation(config.issuer());
        OAuth2TokenValidator<Jwt> issuer = JwtValidators.createDefaultWithIssuer(config.issuer());
        OAuth2TokenValidator<Jwt> audience = new JwtClaimValidator<Collection<String>>(
                "aud", given -> given != null && given.contains(config.audience()));
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(issuer, audience));
        return decoder;
    }

    /** Three parts with points between them: our own tokens never look so. */
    static boolean mayBe(String token) {
        return token.chars().filter(character -> character == '.').count() == 2;
    }

    /**
     * Empty for a token that is not valid.
     *
     * @throws Forbidden for one that is, and says of nothing that its bearer may do it
     * @throws RuntimeException when the issuer does not answer
     */
    Optional<Caller> caller(String token) {
        try {
            Jwt jwt = decoder.decode(token);
            Role role = role(jwt);
            return Optional.of(new Caller("oidc " + jwt.getSubject(), role, project(jwt, role)));
        } catch (BadJwtException invalid) {
            return Optional.empty();
        }
    }

    /** A claim may hold many words, such as groups; the strongest that is a role counts. */
    private Role role(Jwt jwt) {
        return words(jwt, config.roleClaim())
                .flatMap(word ->
                        Stream.of(Role.values()).filter(role -> role.json().equals(word)))
                .max(Comparator.naturalOrder())
                .orElseThrow(() -> new Forbidden("the token has no role: its claim '" + config.roleClaim()
                        + "' must be read, submit or operate"));
    }

    /** Only operators see all projects; for everybody else a claim that was forgotten must not open them. */
    private @Nullable ProjectId project(Jwt jwt, Role role) {
        Optional<String> project = words(jwt, config.projectClaim()).findFirst();
        if (project.isEmpty()) {
            if (role == Role.OPERATE) {
                return null;
            }
            throw new Forbidden("the token has no project: its claim '" + config.projectClaim() + "' must name one");
        }
        try {
            return new ProjectId(project.get());
        } catch (InvalidFieldException impossible) {
            throw new Forbidden("the token's claim '" + config.projectClaim() + "' is not the name of a project");
        }
    }

    private static Stream<String> words(Jwt jwt, String claim) {
        Object value = jwt.getClaims().get(claim);
        return value instanceof String word
                ? Stream.of(word)
                : value instanceof List<?> words ? words.stream().map(String::valueOf) : Stream.empty();
    }
}
