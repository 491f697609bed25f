package dev.holdfast.activities.pool;

import dev.holdfast.contract.ProjectId;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What waits, by what it is good for. One that served a project is only ever taken for that project. */
final class IdleSandboxes {
    private final Map<Profile, ConcurrentLinkedDeque<Waiting>> byProfile = new ConcurrentHashMap<>();

    void add(Profile profile, Waiting waiting) {
        byProfile.computeIfAbsent(profile, key -> new ConcurrentLinkedDeque<>()).addLast(waiting);
    }

    /** The project's own first: fresh ones do for everybody. */
    @Nullable Waiting take(Profile profile, ProjectId project) {
        Waiting own = takeFirst(profile, waiting -> Objects.equals(waiting.project(), project));
        return own != null ? own : takeFirst(profile, Waiting::fresh);
    }

    /** One that only another project could use. */
    @Nullable Waiting takeOthers(Profile profile, ProjectId project) {
        return takeFirst(profile, waiting -> !waiting.fresh() && !Objects.equals(waiting.project(), project));
    }

    /** The one that is missed least: a fresh one does for everybody, so it goes last. */
    @Nullable Waiting takeLeastWanted(Profile profile) {
        Waiting used = takeFirst(profile, waiting -> !waiting.fresh());
        return used != null ? used : takeFirst(profile, waiting -> true);
    }

    private @Nullable Waiting takeFirst(Profile profile, Predicate<Waiting> wanted) {
        ConcurrentLinkedDeque<Waiting> all = byProfile.get(profile);
        if (all == null) {
            return null;
        }
        for (Waiting waiting : all) {
            if (wanted.test(waiting) && all.remove(waiting)) {
                return waiting;
            }
        }
        return null;
    }

    boolean remove(Profile profile, Waiting waiting) {
        ConcurrentLinkedDeque<Waiting> all = byProfile.get(profile);
        return all != null && all.remove(waiting);
    }

    int count(Profile profile) {
        ConcurrentLinkedDeque<Waiting> all = byProfile.get(profile);
        return all == null ? 0 : all.size();
    }

    boolean any() {
        return byProfile.values().stream().anyMatch(all -> !all.isEmpty());
    }

    void forEach(BiConsumer<Profile, Waiting> action) {
        byProfile.forEach((profile, all) -> all.forEach(waiting -> action.accept(profile, waiting)));
    }

    Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        byProfile.forEach((profile, all) ->
                counts.merge(profile.executor().json() + " " + profile.image(), all.size(), Integer::sum));
        return counts;
    }
}
