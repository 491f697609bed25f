package dev.holdfast.examples;

import dev.holdfast.client.Holdfast;

/** Where the API is, from the same variables that the command line reads. */
final class Connect {
    private Connect() {}

    static Holdfast fromEnvironment() {
        return Holdfast.builder()
                .baseUrl(System.getenv().getOrDefault("HOLDFAST_API_URL", "http://127.0.0.1:8420"))
                .token(System.getenv("HOLDFAST_API_TOKEN"))
                .build();
    }
}
