package dev.holdfast.contract.rest;

/**
 * A token that was just made.
 *
 * @param token the secret itself: shown this once and never again
 */
public record NewToken(String token, AccessToken about) {}
