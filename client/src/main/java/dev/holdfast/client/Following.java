package dev.holdfast.client;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.LogSlice;
import dev.holdfast.contract.rest.StateChange;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Follows one task's events to the end over as many connections as it takes. */
final class Following {
    /** The API sends a sign of life far more often than this. */
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private static final Duration PAUSE = Duration.ofMillis(200);

    /** An API that is started again takes a while; its tasks go on meanwhile. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Transport transport;
    private final String path;
    private final TaskListener listener;
    private String lastId = "";
    private @Nullable Instant lostContact;
    private volatile @Nullable InputStream connection;
    private volatile boolean stopped;

    Following(Transport transport, String path, TaskListener listener) {
        this.transport = transport;
        this.path = path;
        this.listener = listener;
    }

    /** What was there up to this cursor of the log is not reported. */
    Following from(long cursor) {
        lastId = cursor + "-0";
        return this;
    }

    TaskResult run() {
        while (true) {
            TaskResult end = untilTheConnectionEnds();
            if (end != null) {
                return end;
            }
            if (stopped) {
                throw new HoldfastException.Unreachable("it is not followed any more", null);
            }
            Transport.sleep(PAUSE);
        }
    }

    /** Ends {@link #run}, which may be waiting for the next event in another thread. */
    void stop() {
        stopped = true;
        InputStream body = connection;
        try {
            if (body != null) {
                body.close();
            }
        } catch (IOException alreadyBroken) {
            // What is not connected need not be ended.
            return;
        }
    }

    private @Nullable TaskResult untilTheConnectionEnds() {
        HttpRequest.Builder request = transport.request(path, ANSWER).setHeader("Accept", "text/event-stream");
        if (!lastId.isEmpty()) {
            request.header("Last-Event-ID", lastId);
        }
        try (InputStream body = transport.open(request.GET().build()).body()) {
            connection = body;
            lostContact = null;
            ServerEvents events = new ServerEvents(body);
            for (ServerEvents.Event event = events.next(); event != null && !stopped; event = events.next()) {
                TaskResult end = report(event);
                lastId = event.id();
                if (end != null) {
                    return end;
                }
            }
        } catch (IOException broken) {
            return null; // the next connection goes on behind lastId
        } catch (HoldfastException.Unreachable | HoldfastException.Failed down) {
            loseContact(down);
        }
        return null;
    }

    private void loseContact(HoldfastException down) {
        boolean never = lastId.isEmpty();
        Instant since = lostContact == null ? Instant.now() : lostContact;
        lostContact = since;
        if (never || Thread.currentThread().isInterrupted() || Instant.now().isAfter(since.plus(PATIENCE))) {
            throw down;
        }
    }

    private @Nullable TaskResult report(ServerEvents.Event event) {
        switch (event.name()) {
            case "log" -> {
                for (LogEntry entry : ContractJson.LENIENT
                        .readValue(event.data(), LogSlice.class)
                        .entries()) {
                    listener.onOutput(entry);
                }
            }
            case "state" -> listener.onState(ContractJson.LENIENT.readValue(event.data(), StateChange.class));
            case "end" -> {
                return ContractJson.LENIENT.readValue(event.data(), TaskResult.class);
            }
            default -> {} // a newer API may say more
        }
        return null;
    }
}
