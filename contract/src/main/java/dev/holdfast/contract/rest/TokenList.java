package dev.holdfast.contract.rest;

import java.util.List;

/** All tokens, newest first, also those that are no longer valid. */
public record TokenList(List<AccessToken> tokens) {}
