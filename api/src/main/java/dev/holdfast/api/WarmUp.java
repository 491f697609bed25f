package dev.holdfast.api;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.api.tasks.TaskEngine;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Connects to the other parts beside the first requests, so that neither the start nor the first task waits for it. */
@Component
@Lazy(false)
class WarmUp {
    private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

    @EventListener
    void connect(ApplicationReadyEvent ready) {
        start("temporal", () -> {
            ready.getApplicationContext().getBean(TaskEngine.class).ping();
            return true;
        });
        start(
                "postgres",
                () -> ready.getApplicationContext()
                        .getBean(HistoryDatabase.class)
                        .healthy());
    }

    /** What does not answer yet is connected to when it is needed. */
    private static void start(String name, BooleanSupplier connecting) {
        Thread.ofVirtual().name("warm-up-" + name).start(() -> {
            try {
                log.info("{} {}", name, connecting.getAsBoolean() ? "answers" : "does not answer yet");
            } catch (TaskEngine.Unavailable notYet) {
                log.info("{} does not answer yet", name);
            }
        });
    }
}
