package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.ResourceSamples;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.ResourceSample;
import dev.holdfast.contract.TaskId;
import java.time.ZoneOffset;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** Samples as rows. */
final class PostgresSamples implements ResourceSamples {
    private final Jdbi jdbi;

    PostgresSamples(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    @Override
    public void record(TaskId taskId, ResourceSample sample) {
        jdbi.useHandle(handle -> handle.createUpdate("""
                        insert into resource_samples (task_id, step, at, sample)
                        values (:task, :step, :at, cast(:sample as jsonb)) on conflict do nothing
                        """)
                .bind("task", taskId.value())
                .bind("step", sample.step())
                .bind("at", sample.at().atOffset(ZoneOffset.UTC))
                .bind("sample", ContractJson.LENIENT.writeValueAsString(sample))
                .execute());
    }

    @Override
    public List<ResourceSample> of(TaskId taskId) {
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select sample::text from resource_samples where task_id = :task order by at, step
                        """)
                .bind("task", taskId.value())
                .mapTo(String.class)
                .map(json -> ContractJson.LENIENT.readValue(json, ResourceSample.class))
                .list());
    }
}
