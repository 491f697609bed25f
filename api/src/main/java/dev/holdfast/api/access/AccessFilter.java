package dev.holdfast.api.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/** Lets nobody pass without a token, nor too often, except to ask whether the API is alive. */
public final class AccessFilter extends OncePerRequestFilter {
    private static final Logger log = LoggerFactory.getLogger(AccessFilter.class);
    private static final Set<String> OPEN = Set.of("/v1/health", "/v1/health/ready", "/v1/openapi.json");
    private static final String SCHEME = "Bearer ";
    /** All who are not let in share one bucket; it takes nothing from those who are. */
    private static final String STRANGERS = "";

    private static final String STRANGER = "(stranger)";

    private final Tokens tokens;
    private final @Nullable OidcCallers oidc;
    private final RateLimits limits;
    private final Refusals refusals;

    /** @param oidc none when only our own tokens are taken */
    public AccessFilter(Tokens tokens, @Nullable OidcCallers oidc, RateLimits limits, Refusals refusals) {
        this.tokens = tokens;
        this.oidc = oidc;
        this.limits = limits;
        this.refusals = refusals;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return OPEN.contains(request.getRequestURI()) || isPreflight(request);
    }

    /** A browser asks, without any token, whether it may send one; the answer is made by the rules for origins. */
    private static boolean isPreflight(HttpServletRequest request) {
        return request.getMethod().equals("OPTIONS")
                && request.getRequestURI().startsWith("/v1/codec/")
                && request.getHeader("Origin") != null
                && request.getHeader("Access-Control-Request-Method") != null;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Caller> caller;
        try {
            caller = caller(request.getHeader("Authorization"));
        } catch (Forbidden refused) {
            refusals.refused(STRANGER, request.getRemoteAddr(), 403);
            refuse(response, 403, "forbidden", String.valueOf(refused.getMessage()));
            return;
        } catch (RuntimeException unknown) {
            log.warn(
                    "A token could not be looked up: {}",
                    unknown.toString().lines().findFirst().orElse(""));
            response.setHeader("Retry-After", "2");
            refuse(response, 503, "history-unavailable", "the token cannot be looked up now; try again in a moment");
            return;
        }
        Duration wait = limits.take(caller.map(Caller::name).orElse(STRANGERS));
        if (!wait.isZero()) {
            response.setHeader(
                    "Retry-After",
                    Long.toString(Math.max(1, wait.plusMillis(999).toSeconds())));
            refusals.refused(caller.map(Caller::name).orElse(STRANGER), request.getRemoteAddr(), 429);
            refuse(response, 429, "too-many-requests", "too many requests; try again later");
        } else if (caller.isEmpty()) {
            response.setHeader("WWW-Authenticate", "Bearer");
            refusals.refused(STRANGER, request.getRemoteAddr(), 401);
            refuse(response, 401, "unauthorized", "a valid token is needed; send it as 'Authorization: Bearer TOKEN'");
        } else {
            request.setAttribute(Caller.ATTRIBUTE, caller.get());
            chain.doFilter(request, response);
        }
    }

    private Optional<Caller> caller(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        String token = authorization.substring(SCHEME.length()).strip();
        return oidc != null && OidcCallers.mayBe(token) ? oidc.caller(token) : tokens.caller(token);
    }

    /** Written by hand: what comes before the controllers has none of their means. */
    private static void refuse(HttpServletResponse response, int status, String type, String detail)
            throws IOException {
        response.setStatus(status);
        response.setContentType("application/problem+json");
        String body = "{\"type\":\"urn:holdfast:problem:" + type + "\",\"title\":\"" + title(status) + "\",\"status\":"
                + status + ",\"detail\":\"" + detail + "\"}\n";
        response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    }

    private static String title(int status) {
        return switch (status) {
            case 401 -> "Unauthorized";
            case 403 -> "The token may not do this";
            case 429 -> "Too many requests";
            default -> "Not available now";
        };
    }
}
