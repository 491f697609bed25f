package dev.holdfast.activities.sandbox.container;

import com.github.dockerjava.api.model.Container;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.home.Patience;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A few tiny containers that make a network namespace for each sandbox, because the engine's own way takes half of a start.
 * One serves one start at a time, so that what is joined is what was just made.
 */
final class HolderPool implements NetworkNamespaces {
    private static final Logger LOG = LoggerFactory.getLogger(HolderPool.class);
    private static final long UNTIL_DRAINED_SECONDS = 30;

    /** So long others may be at starting their sandboxes: more at once would only slow each other down. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration UNTIL_IT_ANSWERS = Duration.ofSeconds(10);

    private final Containers containers;
    private final ContainerSpec spec;
    private final SandboxHome home;
    private final String image;
    private final int wanted;
    private final BlockingQueue<NetworkHolder> free = new LinkedBlockingQueue<>();
    private final Set<NetworkHolder> own = ConcurrentHashMap.newKeySet();
    private final SecureRandom random = new SecureRandom();
    private final AtomicBoolean refilling = new AtomicBoolean(true);
    private volatile boolean closed;
    /** One at a time and in order: refilling must not compete with itself for the engine. */
    private final ExecutorService background = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("holdfast-holders").factory());

    HolderPool(Containers containers, ContainerSpec spec, SandboxHome home, String image, int wanted) {
        this.containers = containers;
        this.spec = spec;
        this.home = home;
        this.image = image;
        this.wanted = wanted;
    }

    /** Begins to fill in the background, with what earlier workers left first. */
    HolderPool started() {
        later(this::refill);
        return this;
    }

    @Override
    public Optional<Lent> lend() {
        if (own.size() < wanted && refilling.compareAndSet(false, true)) {
            later(this::refill);
        }
        for (NetworkHolder holder = next(); holder != null; holder = next()) {
            try {
                holder.renew();
                return Optional.of(new Loan(holder));
            } catch (IOException dead) {
                LOG.info("a network holder is replaced: {}", dead.toString());
                replace(holder);
            }
        }
        return Optional.empty();
    }

    private @Nullable NetworkHolder next() {
        try {
            return own.isEmpty() ? null : free.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private final class Loan implements Lent {
        private final NetworkHolder holder;
        private boolean broken;

        Loan(NetworkHolder holder) {
            this.holder = holder;
        }

        @Override
        public String network() {
            return Containers.JOINED + holder.name();
        }

        @Override
        public void broken() {
            broken = true;
        }

        @Override
        public void close() {
            if (broken) {
                replace(holder);
            } else {
                free.add(holder);
            }
        }
    }

    private void replace(NetworkHolder holder) {
        own.remove(holder);
        later(() -> {
            remove(holder);
            refill();
        });
    }

    @Override
    public void close() {
        closed = true;
        later(() -> own.forEach(this::remove));
        background.shutdown();
        try {
            if (!background.awaitTermination(UNTIL_DRAINED_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("the engine is slow to remove network holders; the next worker takes them over");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** As if this worker had died: the next one finds its holders. */
    void abandon() {
        closed = true;
        own.forEach(holder -> attempt(holder::leave));
        background.shutdownNow();
    }

    private void refill() {
        try {
            for (Container container : containers.ours(Map.of(Labels.HOLDER, "true"))) {
                takeOver(container);
            }
            while (!closed && own.size() < wanted) {
                makeOne();
            }
        } finally {
            refilling.set(false);
        }
    }

    /** Its worker is gone when nobody holds its lock. */
    private void takeOver(Container container) {
        String name = container.getNames()[0].replaceFirst("^/", "");
        attempt(() -> {
            Optional<NetworkHolder> holder = NetworkHolder.own(home, name);
            if (holder.isEmpty()) {
                return;
            }
            if ("running".equals(container.getState()) && own.size() < wanted) {
                ready(holder.get());
            } else {
                remove(holder.get());
            }
        });
    }

    private void makeOne() {
        byte[] suffix = new byte[6];
        random.nextBytes(suffix);
        String name = "hf-holder-" + HexFormat.of().formatHex(suffix);
        attempt(() -> {
            NetworkHolder holder = NetworkHolder.own(home, name).orElseThrow();
            try {
                Map<String, String> labels = Labels.own(home.instance());
                labels.put(Labels.HOLDER, "true");
                containers.start(Containers.attempt(
                        "creating a network holder",
                        () -> spec.createHolder(name, image, holder.control(), labels)
                                .exec()
                                .getId()));
                if (!Patience.until(UNTIL_IT_ANSWERS, () -> answers(holder))) {
                    throw new SandboxException(SandboxError.INTERNAL, "network holder " + name + " does not answer");
                }
                ready(holder);
            } catch (SandboxException failed) {
                remove(holder);
                throw failed;
            }
        });
    }

    private void ready(NetworkHolder holder) {
        own.add(holder);
        free.add(holder);
    }

    private static boolean answers(NetworkHolder holder) {
        try {
            holder.renew();
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private void remove(NetworkHolder holder) {
        own.remove(holder);
        try {
            containers.remove(holder.name());
        } catch (SandboxException later) {
            // Found again by its label.
            attempt(holder::leave);
            throw later;
        }
        attempt(holder::forget);
    }

    @FunctionalInterface
    private interface FileWork {
        void run() throws IOException;
    }

    private static void attempt(FileWork work) {
        try {
            work.run();
        } catch (IOException unusable) {
            throw new SandboxException(
                    SandboxError.INTERNAL, "network holders cannot be kept here: " + unusable, unusable);
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
