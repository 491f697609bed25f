package dev.holdfast.api.access;

import dev.holdfast.activities.history.AccessTokens;
import dev.holdfast.contract.rest.AccessToken;
import dev.holdfast.contract.rest.NewToken;
import dev.holdfast.contract.rest.Role;
import dev.holdfast.contract.rest.TokenRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Knows callers by their tokens: the one of this machine, and those that operators made. */
public final class Tokens {
    /** A revoked token is refused after this time at the latest; meanwhile the database is not asked for each request. */
    private static final Duration REMEMBERED = Duration.ofSeconds(5);

    private static final Caller LOCAL = new Caller("local", Role.OPERATE, null);
    private static final int MOST_REMEMBERED = 10_000;

    private final TokenFile local;
    private final AccessTokens stored;
    private final Clock clock;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    private record Known(AccessToken token, Instant until) {}

    public Tokens(TokenFile local, AccessTokens stored, Clock clock) {
        this.local = local;
        this.stored = stored;
        this.clock = clock;
    }

    public Optional<Caller> caller(String token) {
        if (local.accepts(token)) {
            return Optional.of(LOCAL);
        }
        byte[] hash = Secrets.sha256(token);
        Instant now = clock.instant();
        return remembered(HexFormat.of().formatHex(hash), hash, now)
                .filter(found -> found.revokedAt() == null)
                .filter(found -> found.expiresAt() == null || now.isBefore(found.expiresAt()))
                .map(found -> new Caller(found.name() + " (" + found.id() + ")", found.role(), found.project()));
    }

    /** Only tokens that exist are remembered, so that guesses cannot fill the memory. */
    private Optional<AccessToken> remembered(String key, byte[] hash, Instant now) {
        Known before = known.get(key);
        if (before != null && now.isBefore(before.until())) {
            return Optional.of(before.token());
        }
        Optional<AccessToken> found = stored.find(hash);
        if (known.size() > MOST_REMEMBERED) {
            known.clear();
        }
        found.ifPresentOrElse(token -> known.put(key, new Known(token, now.plus(REMEMBERED))), () -> known.remove(key));
        return found;
    }

    public NewToken create(TokenRequest request, Caller by) {
        Instant now = clock.instant();
        String secret = Secrets.newToken();
        AccessToken token = new AccessToken(
                "tok-" + Secrets.random(6),
                request.name(),
                request.role(),
                request.project(),
                by.name(),
                now,
                request.expiresIn() == null ? null : now.plus(request.expiresIn()),
                null);
        stored.add(token, Secrets.sha256(secret));
        return new NewToken(secret, token);
    }

    public List<AccessToken> list() {
        return stored.list();
    }

    /** False when there is no such token. */
    public boolean revoke(String id) {
        boolean found = stored.revoke(id, clock.instant());
        known.clear();
        return found;
    }
}
