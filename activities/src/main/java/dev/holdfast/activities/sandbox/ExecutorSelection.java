package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.Executor;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which executor a task gets. Who asks for one by name gets that or an error; only {@code auto} may fall back. */
public final class ExecutorSelection {
    private final Function<Executor, SandboxProvider> providers;

    /** @param providers opens one; {@code AUTO} means any container engine. Throws when there is none. */
    public ExecutorSelection(Function<Executor, SandboxProvider> providers) {
        this.providers = providers;
    }

    /**
     * @param reason a sentence for the task's result
     * @param warnings what the user should know before trusting the sandbox
     */
    public record Selected(SandboxProvider provider, String reason, List<String> warnings) {
        public Selected {
            warnings = List.copyOf(warnings);
        }

        public Executor executor() {
            return provider.executor();
        }
    }

    /** @param image the task's; the operator's default when null */
    public Selected select(Executor asked, @Nullable String image, Progress progress) {
        return switch (asked) {
            case AUTO -> automatic(image, progress);
            case DOCKER, PODMAN, OCI -> {
                SandboxProvider provider = withImage(providers.apply(asked), image, progress);
                yield new Selected(provider, asked.json() + " was asked for: " + provider.description(), List.of());
            }
            case LOCAL -> {
                SandboxProvider provider = providers.apply(Executor.LOCAL);
                yield new Selected(provider, "local was asked for", List.of(noIsolation("it was asked for")));
            }
        };
    }

    private Selected automatic(@Nullable String image, Progress progress) {
        try {
            SandboxProvider provider = withImage(providers.apply(Executor.AUTO), image, progress);
            return new Selected(provider, "auto: " + provider.description() + " answers", List.of());
        } catch (SandboxException unavailable) {
            String cause = switch (unavailable.error()) {
                case ENGINE_UNAVAILABLE -> "no container engine can be used";
                case IMAGE_MISSING, IMAGE_PULL_TIMEOUT -> "the image cannot be had";
                default -> throw unavailable;
            };
            return new Selected(
                    providers.apply(Executor.LOCAL),
                    "auto: " + cause + ", so steps run as local processes",
                    List.of(noIsolation(unavailable.getMessage())));
        }
    }

    private static SandboxProvider withImage(SandboxProvider provider, @Nullable String image, Progress progress) {
        provider.ensureImage(image, progress);
        return provider;
    }

    private static String noIsolation(@Nullable String why) {
        return "no isolation, steps run as local processes of this host: " + why
                + ". For isolation run deploy/scripts/ensure-engine and deploy/scripts/ensure-image, then ask for docker";
    }
}
