package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a task finds beside a fresh workspace.
 *
 * @param dir works there instead of in a fresh workspace
 * @param volume kept for the project
 * @param caches of package managers, kept for the project
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StorageSpec(@Nullable DirectorySpec dir, Volume volume, List<Cache> caches) {
    public static final StorageSpec NONE = new StorageSpec(null, Volume.NONE, List.of());

    public StorageSpec {
        volume = volume == null ? Volume.NONE : volume;
        caches =
                caches == null ? List.of() : caches.stream().distinct().sorted().toList();
    }

    /** Nothing but a fresh workspace. */
    @JsonIgnore
    public boolean isEmpty() {
        return equals(NONE);
    }
}
