package dev.holdfast.api.web;

import dev.holdfast.activities.history.AuditTrail;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.api.access.Refusals;
import dev.holdfast.contract.ContractJson;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/**
 * Who looked at what, and who was not let in, for the audit. Programs look often, so the same look within a while is one entry that says how often;
 * the price is that what was seen in the last while is lost when the API is killed.
 */
@Component
class Readings implements Refusals, DisposableBean {
    private static final Logger log = LoggerFactory.getLogger(Readings.class);
    /** More than this is written without waiting. */
    private static final int MOST_KEPT = 1000;

    /**
     * @param path of the file, for what reads one
     */
    record Reading(
            String caller,
            String action,
            String target,
            int status,
            @Nullable String path) {}

    private record Seen(Instant first, int times) {}

    private final AuditTrail audit;
    private final Clock clock = Clock.systemUTC();
    private final Map<Reading, Seen> seen = new ConcurrentHashMap<>();
    private final ScheduledExecutorService writing = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("audit-reads").factory());

    private final ScheduledFuture<?> rounds;

    Readings(HistoryDatabase database, @Value("${holdfast.api.audit-reads-every}") Duration every) {
        this.audit = database.auditTrail();
        this.rounds =
                writing.scheduleWithFixedDelay(this::write, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    void add(Reading reading) {
        seen.merge(
                reading, new Seen(clock.instant(), 1), (before, one) -> new Seen(before.first(), before.times() + 1));
        if (seen.size() == MOST_KEPT) {
            writing.execute(this::write);
        }
    }

    @Override
    public void refused(String caller, String from, int status) {
        add(new Reading(caller, "refused", from, status, null));
    }

    private void write() {
        for (Reading reading : List.copyOf(seen.keySet())) {
            Seen times = seen.remove(reading);
            if (times != null) {
                write(reading, times);
            }
        }
    }

    private void write(Reading reading, Seen times) {
        ObjectNode inputs = ContractJson.LENIENT.createObjectNode();
        inputs.put("times", times.times());
        if (reading.path() != null) {
            inputs.put("path", reading.path());
        }
        AuditTrail.Entry entry = new AuditTrail.Entry(
                times.first(),
                reading.caller(),
                reading.action(),
                reading.target(),
                reading.status(),
                inputs.toString());
        try {
            audit.record(entry);
        } catch (RuntimeException down) {
            log.warn("audit (not stored): {}", entry);
        }
    }

    @Override
    public void destroy() {
        rounds.cancel(false);
        writing.close();
        write();
    }
}
