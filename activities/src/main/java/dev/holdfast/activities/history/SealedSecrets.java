package dev.holdfast.activities.history;

import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Secrets at rest: whoever reads the rows sees names and sealed bytes. */
public interface SealedSecrets {
    /** Replaces one that may be there. */
    void put(Owner owner, String name, byte[] sealed, String createdBy, Instant at);

    /** False when there is one already, which stays. */
    boolean putNew(Owner owner, String name, byte[] sealed, String createdBy, Instant at);

    Optional<byte[]> find(Owner owner, String name);

    /** Of all projects or of one, without values, in the order of names. */
    List<Stored> list(Optional<ProjectId> project);

    /** False when there was none. */
    boolean remove(Owner owner, String name);

    /** The task has ended, or was never started. */
    void removeOf(TaskId taskId);

    /** Removes what was brought for tasks before that time and was left, as by a task that was never started. */
    int removeOfTasksBefore(Instant time);

    /** Whose a secret is. */
    record Owner(String kind, String id) {
        /** Also the caller's, so that nobody can slip a value into a task of somebody else. */
        public static Owner task(TaskId taskId, String caller) {
            return new Owner("task", taskId.value() + " " + caller);
        }

        public static Owner project(ProjectId project) {
            return new Owner("project", project.value());
        }
    }

    record Stored(ProjectId project, String name, String createdBy, Instant at) {}
}
