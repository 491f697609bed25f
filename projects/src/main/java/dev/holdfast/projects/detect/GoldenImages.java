package dev.holdfast.projects.detect;

/** Names of the images that {@code holdfast images build} makes. */
public final class GoldenImages {
    private static final String PREFIX_VARIABLE = "HOLDFAST_IMAGES_PREFIX";

    private GoldenImages() {}

    /** What all names begin with: a registry's address in front of them, by configuration. */
    public static String prefix() {
        return System.getenv().getOrDefault(PREFIX_VARIABLE, "holdfast/");
    }

    static String of(Ecosystem ecosystem) {
        return switch (ecosystem) {
            case NODE, PYTHON, JAVA, GO, RUST, RUBY, PHP, DOTNET, POWERSHELL -> prefix() + ecosystem.json() + ":latest";
            case MAKE -> "debian:bookworm-slim";
        };
    }
}
