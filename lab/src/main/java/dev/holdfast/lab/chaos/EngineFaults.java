package dev.holdfast.lab.chaos;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.contract.TaskState;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** The engine goes away, a sandbox is taken away, an image cannot be had. */
final class EngineFaults {
    private static final Expectation LOST = Expectation.ends(TaskState.LOST, "sandbox|container");

    private EngineFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault(7, "engine stopped", EngineFaults::stopped),
                new Fault(8, "engine killed", EngineFaults::killed),
                new Fault(17, "sandbox removed by hand", EngineFaults::sandboxRemoved),
                new Fault(18, "image missing or not pulled", EngineFaults::imageMissing));
    }

    private static void stopped(Round round) throws Exception {
        goesAway(round, round.stack().engine()::stopDaemon);
    }

    private static void killed(Round round) throws Exception {
        goesAway(round, round.stack().engine()::killDaemon);
    }

    /** With live restore, or without the engine, the container goes on and so does its command; else the engine ends it. */
    private static void goesAway(Round round, Departure departure) throws Exception {
        PrivateEngine engine = round.stack().engine();
        boolean liveRestore =
                round.pick(List.of("live restore", "no live restore")).equals("live restore");
        engine.liveRestore(liveRestore);
        Experiment experiment = round.experiment(30);
        Expectation exits = Expectation.exits(experiment);
        boolean outlives = liveRestore || round.stack().withoutEngine();
        Probe probe = round.submit(experiment, outlives ? exits : exits.or(LOST));
        probe.awaitLine(round.between(1, 6));
        departure.happen();
        Thread.sleep(round.between(500, 3000));
        // As it was configured when it went away: healing first would have it take every container up again.
        engine.startDaemon();
        round.stack().heal();
        round.lift();
    }

    private interface Departure {
        void happen() throws Exception;
    }

    private static void sandboxRemoved(Round round) throws Exception {
        Experiment experiment = round.experiment(100);
        Probe probe = round.submit(experiment, LOST);
        Probe bystander = round.submit(round.experiment(20));
        probe.awaitLine(round.between(1, 6));
        bystander.awaitLine(1);
        round.stack().removeByHand(SandboxId.of(probe.task().id()));
        round.lift();
    }

    private static void imageMissing(Round round) throws Exception {
        boolean hangs = round.pick(List.of("missing", "pull hangs")).equals("pull hangs");
        CountDownLatch over = new CountDownLatch(1);
        HttpServer registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        registry.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        registry.createContext("/v2/", exchange -> {
            awaitIf(hangs, over);
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/v2/") ? 200 : 404, -1);
            exchange.close();
        });
        registry.start();
        try {
            String image = "127.0.0.1:" + registry.getAddress().getPort() + "/nothing:1";
            String reason = hangs ? "was not pulled within" : "could not be pulled";
            Probe probe =
                    round.submit(round.experiment(1).withImage(image), Expectation.ends(TaskState.FAILED, reason));
            round.submit(round.experiment(5));
            round.claim(
                    probe.awaitEnd(Duration.ofSeconds(90)).isPresent(),
                    "a task whose image cannot be had has not ended after 90 s");
            round.lift();
        } finally {
            over.countDown();
            registry.stop(0);
        }
    }

    private static void awaitIf(boolean hangs, CountDownLatch over) {
        try {
            if (hangs) {
                over.await();
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }
}
