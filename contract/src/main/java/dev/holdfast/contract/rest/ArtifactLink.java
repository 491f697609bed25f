package dev.holdfast.contract.rest;

import java.net.URI;
import java.time.Instant;

/**
 * Where one artifact can be downloaded without a token, until the address expires.
 *
 * @param path of the artifact
 * @param sha256 of what comes from there
 */
public record ArtifactLink(String path, URI url, Instant expiresAt, long size, String sha256) {}
