package dev.holdfast.projects.detect;

import java.util.EnumMap;
import java.util.Map;

/** Names of the images that {@code holdfast images build} makes. */
public final class GoldenImages {
    private static final String PREFIX_VARIABLE = "HOLDFAST_IMAGES_PREFIX";

    private GoldenImages() {}

    /** What all names begin with: a registry's address in front of them, by configuration. */
    public static String prefix() {
        return System.getenv().getOrDefault(PREFIX_VARIABLE, "holdfast/");
    }

    /** What the projects of each ecosystem get. */
    public static Map<Ecosystem, String> all() {
        Map<Ecosystem, String> images = new EnumMap<>(Ecosystem.class);
        for (Ecosystem ecosystem : Ecosystem.values()) {
            images.put(ecosystem, of(ecosystem));
        }
        return images;
    }

    static String of(Ecosystem ecosystem) {
        return switch (ecosystem) {
            case NODE, PYTHON, JAVA, GO, RUST, RUBY, PHP, DOTNET, POWERSHELL -> prefix() + ecosystem.json() + ":latest";
            case MAKE, OTHER -> "debian:bookworm-slim";
        };
    }
}
