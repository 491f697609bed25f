package dev.holdfast.activities.history;

import dev.holdfast.contract.rest.AccessToken;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Who may call the API. Tokens themselves are never kept, only their hashes. */
public interface AccessTokens {
    void add(AccessToken token, byte[] hash);

    /** The token with this hash, whatever its state is: whether it is still valid is for the caller to see. */
    Optional<AccessToken> find(byte[] hash);

    /** Newest first. */
    List<AccessToken> list();

    /** False when there is none with this id; revoking again changes nothing. */
    boolean revoke(String id, Instant at);
}
