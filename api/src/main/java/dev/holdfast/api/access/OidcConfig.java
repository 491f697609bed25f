package dev.holdfast.api.access;

/**
 * Whose tokens are taken, and what in them counts.
 *
 * @param issuer its address, below which its configuration is found
 * @param audience that a token must be made for
 * @param roleClaim holds read, submit or operate, alone or among other words
 * @param projectClaim holds the only project that the caller sees
 */
public record OidcConfig(String issuer, String audience, String roleClaim, String projectClaim) {}
