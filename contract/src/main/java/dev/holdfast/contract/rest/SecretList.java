package dev.holdfast.contract.rest;

import java.util.List;

/** All stored secrets that the caller may use, by project and name. */
public record SecretList(List<SecretInfo> secrets) {}
