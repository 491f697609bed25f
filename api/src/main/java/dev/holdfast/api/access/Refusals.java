package dev.holdfast.api.access;

/** Hears of who was not let in. */
@FunctionalInterface
public interface Refusals {
    /**
     * @param caller whom the token names; a stranger when it names nobody
     * @param from the address
     */
    void refused(String caller, String from, int status);
}
