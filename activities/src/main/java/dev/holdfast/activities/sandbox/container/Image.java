package dev.holdfast.activities.sandbox.container;

import java.util.List;

/**
 * What matters of an image.
 *
 * @param id the engine's, which names its content
 * @param digest the registry's digest where it has one, else the engine's id
 * @param volumes places that it wants volumes at
 */
record Image(String name, String id, String digest, List<String> volumes, List<String> env) {
    boolean sets(String variable) {
        return env.stream().anyMatch(entry -> entry.startsWith(variable + "="));
    }
}
