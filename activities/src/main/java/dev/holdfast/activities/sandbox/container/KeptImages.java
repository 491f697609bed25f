package dev.holdfast.activities.sandbox.container;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Mount;
import com.github.dockerjava.api.model.MountType;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.contract.Executor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Images that an engine has, read where it keeps them. A container that is never started keeps each from being removed
 * while somebody uses it. The engine is asked for when the first image is.
 */
final class KeptImages implements AutoCloseable {
    private static final String READABLE = "overlay2";
    private static final int SHORT_ID = 12;

    private final SandboxConfig config;
    private final String instance;
    private final Map<String, List<Path>> layers = new ConcurrentHashMap<>();
    private @Nullable Source source;

    KeptImages(SandboxConfig config, String instance) {
        this.config = config;
        this.instance = instance;
    }

    private record Source(Engine engine, Images images, Containers containers) {}

    /** A name for files, as engines abbreviate it. */
    static String shortId(String image) {
        String hex = image.substring(image.indexOf(':') + 1);
        return hex.substring(0, Math.min(SHORT_ID, hex.length()));
    }

    String engine() {
        return source().engine().description();
    }

    void ensurePresent(String name, Progress progress) {
        source().images().ensurePresent(name, progress);
    }

    Image ensure(String name, Progress progress) {
        return source().images().ensure(name, progress);
    }

    /** Its directories, the uppermost first. */
    List<Path> layers(Image image) {
        return layers.computeIfAbsent(image.id(), id -> keep(image));
    }

    /** Somebody removed what kept it, so it may be elsewhere by now. */
    void lookAgain(Image image) {
        layers.remove(image.id());
    }

    /** Nobody uses it any more. */
    void release(String shortId) {
        layers.keySet().removeIf(id -> shortId(id).equals(shortId));
        source().containers().remove(keeper(shortId));
    }

    private synchronized Source source() {
        Source known = source;
        if (known == null) {
            Engine engine = Engine.find(config, Executor.DOCKER);
            if (engine.mapsUsers()) {
                engine.close();
                throw unusable("the engine maps users, and its images are owned by others than they say");
            }
            known = new Source(engine, new Images(engine, config), new Containers(engine, instance));
            source = known;
        }
        return known;
    }

    private List<Path> keep(Image image) {
        Source from = source();
        String name = keeper(shortId(image.id()));
        try {
            create(from.engine(), name, image);
        } catch (ConflictException keptAlready) {
            // By this worker before it was restarted, or by another of this host.
        } catch (RuntimeException failed) {
            throw EngineErrors.translate(failed, "keeping image '" + image.name() + "'");
        }
        return from.containers()
                .inspect(name)
                .map(KeptImages::readable)
                .orElseThrow(() -> new SandboxException(
                        SandboxError.INTERNAL, "container " + name + ", which keeps an image, is gone again"));
    }

    private void create(Engine engine, String name, Image image) {
        Map<String, String> labels = Labels.own(instance);
        labels.put(Labels.KEPT_IMAGE, image.id());
        engine.client()
                .createContainerCmd(image.id())
                .withName(name)
                .withEntrypoint(List.of("never-started"))
                .withCmd(List.of())
                .withLabels(labels)
                .withHostConfig(HostConfig.newHostConfig()
                        .withNetworkMode("none")
                        .withMounts(image.volumes().stream()
                                .map(place ->
                                        new Mount().withType(MountType.TMPFS).withTarget(place))
                                .toList()))
                .exec();
    }

    private static List<Path> readable(InspectContainerResponse container) {
        Map<?, ?> driver = object(container.getRawValues().get("GraphDriver"));
        Object lower = object(driver.get("Data")).get("LowerDir");
        if (!READABLE.equals(driver.get("Name")) || lower == null) {
            throw unusable(
                    "the engine must keep its images with " + READABLE + " and does so with " + driver.get("Name"));
        }
        return Stream.of(lower.toString().split(":", -1))
                .map(Path::of)
                .map(LayerLinks::shortest)
                .toList();
    }

    private static SandboxException unusable(String why) {
        return new SandboxException(
                SandboxError.ENGINE_UNAVAILABLE, "executor oci cannot be used: " + why + "; ask for docker");
    }

    /** What the client library has no words for. */
    private static Map<?, ?> object(@Nullable Object raw) {
        return raw instanceof Map<?, ?> map ? map : Map.of();
    }

    private String keeper(String shortId) {
        return "hf-image-" + instance + "-" + shortId;
    }

    @Override
    public synchronized void close() {
        if (source != null) {
            source.engine().close();
        }
    }
}
