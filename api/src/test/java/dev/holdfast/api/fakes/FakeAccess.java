package dev.holdfast.api.fakes;

import dev.holdfast.activities.history.AccessTokens;
import dev.holdfast.activities.history.AuditTrail;
import dev.holdfast.activities.history.UploadOwners;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.rest.AccessToken;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tokens, owners and the audit in memory. */
public final class FakeAccess implements AccessTokens, UploadOwners, AuditTrail {
    private final Map<String, AccessToken> tokens = new ConcurrentHashMap<>();
    private final Set<String> owned = ConcurrentHashMap.newKeySet();
    public final List<Entry> audit = new CopyOnWriteArrayList<>();

    @Override
    public void add(AccessToken token, byte[] hash) {
        tokens.put(HexFormat.of().formatHex(hash), token);
    }

    @Override
    public Optional<AccessToken> find(byte[] hash) {
        return Optional.ofNullable(tokens.get(HexFormat.of().formatHex(hash)));
    }

    @Override
    public List<AccessToken> list() {
        return List.copyOf(tokens.values());
    }

    @Override
    public boolean revoke(String id, Instant at) {
        boolean found = tokens.values().stream().anyMatch(token -> token.id().equals(id));
        tokens.replaceAll((hash, token) -> !token.id().equals(id)
                ? token
                : new AccessToken(
                        id,
                        token.name(),
                        token.role(),
                        token.project(),
                        token.createdBy(),
                        token.createdAt(),
                        token.expiresAt(),
                        at));
        return found;
    }

    @Override
    public void record(ProjectId project, String sha256, long size, String uploadedBy, Instant at) {
        owned.add(project + " " + sha256);
    }

    @Override
    public boolean mayUse(ProjectId project, String sha256) {
        return owned.contains(project + " " + sha256);
    }

    @Override
    public void record(Entry entry) {
        audit.add(entry);
    }

    @Override
    public Page find(Query query) {
        return new Page(
                audit.reversed().stream()
                        .filter(entry ->
                                query.target() == null || entry.target().equals(query.target()))
                        .filter(entry ->
                                query.caller() == null || entry.caller().equals(query.caller()))
                        .limit(query.limit())
                        .toList(),
                null);
    }
}
