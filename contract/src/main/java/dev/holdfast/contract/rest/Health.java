package dev.holdfast.contract.rest;

import java.util.List;

/**
 * Whether the API can do its work.
 *
 * @param status {@code up}, or {@code degraded} when a part that it needs does not answer
 */
public record Health(String status, String version, List<Part> parts) {
    /**
     * @param state {@code up} or {@code down}
     * @param detail what is wrong; empty when nothing is
     */
    public record Part(String name, String state, String detail) {}
}
