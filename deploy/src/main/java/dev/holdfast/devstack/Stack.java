package dev.holdfast.devstack;

import dev.holdfast.devstack.control.Condition;
import dev.holdfast.devstack.control.OrderlyStop;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.StackState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All parts together: each starts as soon as those it needs are ready. */
final class Stack {
    private static final Duration GRACE = Duration.ofSeconds(20);

    private final StackConfiguration configuration;
    private final StateBoard board;
    private final Progress progress;
    private final Optional<StackState> earlier;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, SupervisedPart> supervised = new LinkedHashMap<>();

    /** @param earlier what a stack that is gone has left in this directory */
    Stack(StackConfiguration configuration, StateBoard board, Progress progress, Optional<StackState> earlier) {
        this.configuration = configuration;
        this.board = board;
        this.progress = progress;
        this.earlier = earlier;
    }

    /** Returns when everything is ready; from then on every part is watched. */
    void start() {
        List<Part> parts = parts();
        requireFreePorts(parts);
        for (Part part : parts) {
            supervised.put(part.name(), new SupervisedPart(part, configuration.home(), board, progress));
        }
        Map<String, CompletableFuture<Void>> ready = new LinkedHashMap<>();
        for (SupervisedPart part : supervised.values()) {
            CompletableFuture<Void> needs = CompletableFuture.allOf(Stream.concat(
                            part.part().needs().stream()
                                    .filter(ready::containsKey)
                                    .map(ready::get),
                            Stream.of(CompletableFuture.runAsync(() -> rehearse(part.part()), threads)))
                    .toArray(CompletableFuture<?>[]::new));
            ready.put(part.part().name(), needs.thenRunAsync(() -> startOne(part), threads));
        }
        awaitAll(ready);
        board.update(Condition.RUNNING);
    }

    /** Ends everything in order, and whatever scripts may still run. */
    void stop() throws InterruptedException {
        supervised.values().forEach(SupervisedPart::refuseStarts);
        board.update(Condition.STOPPING);
        new OrderlyStop(GRACE)
                .stop(board.parts(), (part, took) -> progress.line(part, "stopped in " + Progress.seconds(took)));
        ProcessHandle.current().children().forEach(ProcessHandle::destroy);
        board.clear();
    }

    private List<Part> parts() {
        List<String> wanted = configuration.wantedParts();
        Future<Optional<SandboxEngine>> engine = wanted.contains(ProgramPart.WORKER)
                ? threads.submit(new SandboxPreparation(configuration, progress)::engine)
                : CompletableFuture.completedFuture(Optional.empty());
        ProgramEnvironment environment = new ProgramEnvironment(configuration, engine);
        List<Part> parts = new ArrayList<>();
        for (String name : wanted) {
            Optional<PartState> external = External.of(name, configuration);
            external.ifPresentOrElse(board::update, () -> parts.add(part(name, environment)));
        }
        parts.forEach(part -> requireNeeds(part, wanted));
        return parts;
    }

    private Part part(String name, ProgramEnvironment environment) {
        return switch (name) {
            case PostgresPart.NAME -> new PostgresPart(configuration);
            case S3Part.NAME -> new S3Part(configuration);
            case TemporalPart.NAME -> new TemporalPart(configuration);
            case ProgramPart.API -> ProgramPart.api(configuration, environment);
            case ProgramPart.WORKER -> ProgramPart.worker(configuration, environment);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private void requireNeeds(Part part, List<String> wanted) {
        for (String needed : part.needs()) {
            if (!wanted.contains(needed) && External.of(needed, configuration).isEmpty()) {
                throw new StackFailure(part.name() + " needs " + needed + ": add it to " + StackConfiguration.PARTS
                        + ", or set " + External.variable(needed));
            }
        }
    }

    /** All at once, so that one look at the message is enough. */
    private void requireFreePorts(List<Part> parts) {
        List<String> taken = new ArrayList<>();
        for (Part part : parts) {
            if (leftover(part.name()).isPresent()) {
                continue; // it holds its port itself
            }
            for (PortName name : part.ports()) {
                int port = configuration.ports().number(name);
                if (!Ports.isFree(port)) {
                    taken.add(
                            "port " + port + " is in use, and " + part.name() + " needs it: stop what uses it, or set "
                                    + name.variable() + " to another one (0: any free one)");
                }
            }
        }
        if (!taken.isEmpty()) {
            throw new StackFailure(String.join("\n", taken));
        }
    }

    private Optional<PartState> leftover(String name) {
        return earlier.flatMap(state -> state.part(name)).filter(PartState::isAlive);
    }

    /** Meanwhile the parts start that it needs. */
    private void rehearse(Part part) {
        if (part instanceof ProgramPart program) {
            try {
                new ProgramRehearsal(configuration.root(), progress).ensureCache(program.name(), program.mainClass());
            } catch (IOException e) {
                throw new StackFailure(part.name() + ": " + e.getMessage());
            } catch (InterruptedException e) {
                throw new StackFailure(part.name() + " was not started: the stack is ending");
            }
        }
    }

    private void startOne(SupervisedPart part) {
        try {
            part.start(leftover(part.part().name()));
            threads.execute(() -> superviseOne(part));
        } catch (IOException e) {
            throw new StackFailure(part.part().name() + ": " + e.getMessage());
        } catch (InterruptedException e) {
            throw new StackFailure(part.part().name() + " was not started: the stack is ending");
        }
    }

    private void superviseOne(SupervisedPart part) {
        try {
            part.supervise();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** Fails with the first failure, without waiting for parts that may still build for minutes. */
    private static void awaitAll(Map<String, CompletableFuture<Void>> ready) {
        CompletableFuture<@Nullable Void> failed = new CompletableFuture<>();
        ready.values()
                .forEach(one -> one.exceptionally(error -> {
                    failed.completeExceptionally(error);
                    return null;
                }));
        CompletableFuture<Void> all = CompletableFuture.allOf(ready.values().toArray(CompletableFuture<?>[]::new));
        try {
            CompletableFuture.anyOf(all, failed).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof StackFailure failure) {
                throw failure;
            }
            throw e;
        }
    }
}
