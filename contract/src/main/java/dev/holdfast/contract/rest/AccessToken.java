package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.ProjectId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A token as it is known after it was made: without the token itself, of which only a hash is kept.
 *
 * @param project the only project that it sees; all when absent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AccessToken(
        String id,
        String name,
        Role role,
        @Nullable ProjectId project,
        String createdBy,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt) {}
