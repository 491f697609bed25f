package dev.holdfast.activities.sandbox.container;

import com.github.dockerjava.api.model.Container;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tiny containers that hold an empty network namespace each, because making one is half of what a cold start costs. All
 * workers of an installation share them: a holder belongs to whoever makes its claim file first, and is used once.
 */
final class HolderPool implements NetworkNamespacePool {
    private static final Logger LOG = LoggerFactory.getLogger(HolderPool.class);
    private static final long UNTIL_DRAINED_SECONDS = 30;

    /**
     * A holder costs the host more than the start that it speeds up, so others are made when nobody has started a sandbox for
     * a while. Where starts do not pause, sandboxes make their own namespaces: that is the least for all of them together.
     */
    private static final Duration PAUSE = Duration.ofMillis(500);

    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Containers containers;
    private final ContainerSpec spec;
    private final String image;
    private final String instance;
    private final Path claims;
    private final int wanted;
    private final Queue<String> ready = new ConcurrentLinkedQueue<>();
    private volatile long lastStart = System.nanoTime() - PAUSE.toNanos();
    private volatile boolean closed;
    private final SecureRandom random = new SecureRandom();
    /** One at a time and in order: refilling must not compete with itself for the engine. */
    private final ExecutorService background = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("holdfast-holders").factory());

    HolderPool(Containers containers, ContainerSpec spec, SandboxHome home, String image, int wanted) {
        this.containers = containers;
        this.spec = spec;
        this.image = image;
        this.instance = home.instance();
        this.claims = home.root().resolve("holders");
        this.wanted = wanted;
    }

    /** Begins to fill in the background, with what earlier workers left first. */
    HolderPool started() {
        later(this::refill);
        return this;
    }

    @Override
    public Optional<String> take() {
        lastStart = System.nanoTime();
        for (String holder = ready.poll(); holder != null; holder = ready.poll()) {
            if (claim(holder)) {
                return Optional.of(holder);
            }
        }
        later(() -> {
            letStartsPass();
            if (ready.isEmpty()) {
                refill();
            }
        });
        return Optional.empty();
    }

    @Override
    public void discard(String holder) {
        lastStart = System.nanoTime();
        later(() -> {
            letStartsPass();
            remove(holder);
            refill();
        });
    }

    private void letStartsPass() {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!closed && System.nanoTime() - lastStart < PAUSE.toNanos() && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    @Override
    public void close() {
        closed = true;
        later(() -> {
            for (String holder = ready.poll(); holder != null; holder = ready.poll()) {
                if (claim(holder)) {
                    remove(holder);
                }
            }
        });
        background.shutdown();
        try {
            if (!background.awaitTermination(UNTIL_DRAINED_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("the engine is slow to remove network holders; the next worker takes them over");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void refill() {
        Set<String> free = new HashSet<>();
        Set<String> there = new HashSet<>();
        for (Container holder : containers.ours(Map.of(Labels.HOLDER, "true"))) {
            there.add(holder.getId());
            if (claimed(holder.getId())) {
                continue;
            }
            if ("running".equals(holder.getState())) {
                free.add(holder.getId());
            } else if (claim(holder.getId())) {
                remove(holder.getId());
            }
        }
        forgetClaimsBut(there);
        ready.removeIf(known -> !free.contains(known));
        free.stream().filter(holder -> !ready.contains(holder)).forEach(ready::add);
        for (int count = free.size(); count < wanted; count++) {
            ready.add(make());
        }
    }

    private String make() {
        Map<String, String> labels = Labels.own(instance);
        labels.put(Labels.HOLDER, "true");
        byte[] suffix = new byte[6];
        random.nextBytes(suffix);
        String name = "hf-holder-" + HexFormat.of().formatHex(suffix);
        String id = Containers.attempt(
                "creating a network holder",
                () -> spec.createHolder(name, image, labels).exec().getId());
        containers.start(id);
        return id;
    }

    private void remove(String holder) {
        containers.remove(holder);
        try {
            Files.deleteIfExists(claims.resolve(holder));
        } catch (IOException stays) {
            // Refilling removes claims of holders that are gone.
        }
    }

    private boolean claimed(String holder) {
        return Files.exists(claims.resolve(holder));
    }

    /** The first to make the file has it. */
    private boolean claim(String holder) {
        try {
            Files.createDirectories(claims);
            Files.createFile(claims.resolve(holder));
            return true;
        } catch (FileAlreadyExistsException anothers) {
            return false;
        } catch (IOException unusable) {
            LOG.warn("network holders cannot be claimed in {}: {}", claims, unusable.toString());
            return false;
        }
    }

    private void forgetClaimsBut(Set<String> there) {
        if (!Files.isDirectory(claims)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(claims)) {
            for (Path claim : files) {
                if (!there.contains(claim.getFileName().toString())) {
                    Files.deleteIfExists(claim);
                }
            }
        } catch (IOException nextTime) {
            LOG.debug("claims of network holders could not be cleared", nextTime);
        }
    }

    private void later(Runnable work) {
        try {
            background.execute(() -> {
                try {
                    work.run();
                } catch (SandboxException unavailable) {
                    // Sandboxes start without holders too, only slower.
                    LOG.info("network holders: {}", unavailable.getMessage());
                }
            });
        } catch (RejectedExecutionException closed) {
            LOG.debug("the pool of network holders is closed");
        }
    }
}
