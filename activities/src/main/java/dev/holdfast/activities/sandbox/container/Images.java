package dev.holdfast.activities.sandbox.container;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ContainerConfig;
import com.github.dockerjava.api.model.PullResponseItem;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Images of the engine: taken as they are, pulled when they are missing. */
final class Images {
    /** An image that was there a moment ago is there; whoever starts a container of it looks again. */
    private static final Duration PRESENCE_HOLDS = Duration.ofSeconds(30);

    private final Engine engine;
    private final SandboxConfig config;
    private final Map<String, Long> seen = new ConcurrentHashMap<>();

    Images(Engine engine, SandboxConfig config) {
        this.engine = engine;
        this.config = config;
    }

    /** Every task asks for it before it has a sandbox, and most get a warm one: so the engine is not asked each time. */
    void ensurePresent(String name, Progress progress) {
        Long last = seen.get(name);
        if (last == null || System.nanoTime() - last > PRESENCE_HOLDS.toNanos()) {
            ensure(name, progress);
        }
    }

    Image ensure(String name, Progress progress) {
        Optional<Image> present = find(name);
        if (present.isPresent()) {
            seen.put(name, System.nanoTime());
            return present.get();
        }
        seen.remove(name);
        if (!config.pulls()) {
            throw new SandboxException(
                    SandboxError.IMAGE_MISSING,
                    "image: '" + name + "' is not on this host and pulling is switched off; load it, or allow pulls");
        }
        pull(name, progress);
        return find(name).orElseThrow(() -> missing(name, "the engine does not show it after pulling it"));
    }

    Optional<Image> find(String name) {
        Optional<Image> found = inspect(name);
        int digest = name.indexOf('@');
        // An image that was never in a registry has no digest there; its own id says the same.
        return found.isPresent() || digest < 0 ? found : inspect(name.substring(digest + 1));
    }

    private Optional<Image> inspect(String name) {
        try {
            InspectImageResponse found = engine.client().inspectImageCmd(name).exec();
            ContainerConfig settings = found.getConfig();
            String id = Objects.requireNonNullElse(found.getId(), "");
            return Optional.of(new Image(name, id, digest(found), volumes(settings), env(settings)));
        } catch (NotFoundException none) {
            return Optional.empty();
        } catch (RuntimeException failed) {
            throw EngineErrors.translate(failed, "looking for image '" + name + "'");
        }
    }

    private void pull(String name, Progress progress) {
        progress.report("pulling image " + name);
        Pulling pulling = new Pulling(name, progress);
        try {
            engine.client().pullImageCmd(tagged(name)).exec(pulling);
            if (!pulling.awaitCompletion(config.pullTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new SandboxException(
                        SandboxError.IMAGE_PULL_TIMEOUT,
                        "image: '" + name + "' was not pulled within " + seconds(config.pullTimeout())
                                + "; check the registry, pull it by hand, or raise pullTimeout");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SandboxException(SandboxError.INTERRUPTED, "interrupted while pulling image '" + name + "'");
        } catch (RuntimeException failed) {
            throw failed instanceof SandboxException known ? known : pullFailure(name, failed);
        } finally {
            pulling.giveUp();
        }
        if (pulling.problem() != null) {
            throw missing(name, pulling.problem());
        }
    }

    private static SandboxException pullFailure(String name, RuntimeException failed) {
        SandboxException translated = EngineErrors.translate(failed, "pulling image '" + name + "'");
        return translated.error() == SandboxError.ENGINE_UNAVAILABLE || translated.error() == SandboxError.IMAGE_INVALID
                ? translated
                : missing(name, translated.getMessage());
    }

    private static SandboxException missing(String name, @Nullable String why) {
        return new SandboxException(
                SandboxError.IMAGE_MISSING,
                "image: '" + name + "' is not on this host and could not be pulled (" + why
                        + "); check the name and the registry, or build or load it under that name");
    }

    /** Without a tag the engine would pull every one there is. */
    private static String tagged(String name) {
        String last = name.substring(name.lastIndexOf('/') + 1);
        return last.contains(":") || last.contains("@") ? name : name + ":latest";
    }

    private static String seconds(Duration duration) {
        return duration.toSeconds() + " s";
    }

    private static String digest(InspectImageResponse image) {
        List<String> digests = image.getRepoDigests();
        if (digests == null || digests.isEmpty()) {
            return Objects.requireNonNullElse(image.getId(), "");
        }
        String digest = digests.getFirst();
        return digest.substring(digest.indexOf('@') + 1);
    }

    private static List<String> volumes(@Nullable ContainerConfig config) {
        Map<String, ?> volumes = config == null ? null : config.getVolumes();
        return volumes == null ? List.of() : volumes.keySet().stream().sorted().toList();
    }

    private static List<String> env(@Nullable ContainerConfig config) {
        String[] env = config == null ? null : config.getEnv();
        return env == null ? List.of() : List.of(env);
    }

    /** Passes the engine's progress on, a line for each layer that moves. */
    private static final class Pulling extends ResultCallback.Adapter<PullResponseItem> {
        private final String name;
        private final Progress progress;
        private final AtomicReference<@Nullable String> problem = new AtomicReference<>();

        Pulling(String name, Progress progress) {
            this.name = name;
            this.progress = progress;
        }

        @Override
        public void onNext(PullResponseItem item) {
            if (item.getErrorDetail() != null) {
                problem.set(item.getErrorDetail().getMessage());
            }
            String id = item.getId();
            progress.report("pulling image " + name + ": " + (id == null ? "" : id + " ") + item.getStatus());
        }

        @Nullable String problem() {
            return problem.get();
        }

        void giveUp() {
            try {
                close();
            } catch (IOException closedAnyway) {
                // The engine stops pulling when nobody listens.
            }
        }
    }
}
