package dev.holdfast.api.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/** Lets nobody pass without a token, except to ask whether the API is alive. */
public final class AccessFilter extends OncePerRequestFilter {
    private static final Set<String> OPEN = Set.of("/v1/health", "/v1/health/ready");
    private static final String SCHEME = "Bearer ";

    private final TokenFile tokens;

    public AccessFilter(TokenFile tokens) {
        this.tokens = tokens;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return OPEN.contains(request.getRequestURI());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Caller> caller = caller(request.getHeader("Authorization"));
        if (caller.isEmpty()) {
            refuse(response);
            return;
        }
        request.setAttribute(Caller.ATTRIBUTE, caller.get());
        chain.doFilter(request, response);
    }

    private Optional<Caller> caller(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        String token = authorization.substring(SCHEME.length()).strip();
        return tokens.accepts(token) ? Optional.of(new Caller("local")) : Optional.empty();
    }

    private static void refuse(HttpServletResponse response) throws IOException {
        response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        response.setHeader("WWW-Authenticate", "Bearer");
        response.setContentType("application/problem+json");
        response.getOutputStream().write("""
                {"type":"urn:holdfast:problem:unauthorized","title":"Unauthorized","status":401,\
                "detail":"a valid token is needed; send it as 'Authorization: Bearer TOKEN'"}
                """.getBytes(StandardCharsets.UTF_8));
    }
}
