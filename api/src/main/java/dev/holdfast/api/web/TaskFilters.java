package dev.holdfast.api.web;

import dev.holdfast.activities.history.TaskQuery;
import dev.holdfast.contract.Durations;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/** Reads what a listing is to be narrowed by. A parameter that is not known is an error, not ignored. */
final class TaskFilters {
    private static final List<String> KNOWN =
            List.of("project", "state", "since", "until", "label", "exitCode", "text", "cursor", "limit");
    private static final int MOST_LISTED = 200;
    private static final int USUAL = 50;
    private static final int LONGEST_TEXT = 200;
    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
    private static final Duration LONGEST_AGE = Duration.ofDays(365_000);

    private final MultiValueMap<String, String> parameters;
    private final Clock clock;

    TaskFilters(MultiValueMap<String, String> parameters, Clock clock) {
        parameters.keySet().stream()
                .filter(name -> !KNOWN.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw AddressRules.unknown(name, KNOWN);
                });
        this.parameters = parameters;
        this.clock = clock;
    }

    /** The query for one more than asked for, which tells whether there is another page. */
    TaskQuery query(@Nullable ProjectId project) {
        String cursor = parameters.getFirst("cursor");
        return new TaskQuery(
                project,
                null,
                time("since"),
                time("until"),
                labels(),
                number("exitCode"),
                text(),
                cursor == null ? null : Parameters.cursor(cursor),
                limit() + 1);
    }

    @Nullable ProjectId project() {
        String written = parameters.getFirst("project");
        return written == null ? null : new ProjectId(written);
    }

    int limit() {
        Integer limit = number("limit");
        if (limit != null && (limit < 1 || limit > MOST_LISTED)) {
            throw new InvalidFieldException("limit", limit + " is not between 1 and " + MOST_LISTED);
        }
        return limit == null ? USUAL : limit;
    }

    List<TaskState> states() {
        String written = parameters.getFirst("state");
        return written == null
                ? List.of()
                : Stream.of(written.split(",", -1)).map(TaskState::fromJson).toList();
    }

    private @Nullable Instant time(String name) {
        String written = parameters.getFirst(name);
        return written == null ? null : time(name, written, clock);
    }

    /** A point in time, or how long ago it was. */
    static Instant time(String name, String written, Clock clock) {
        try {
            return storable(Instant.parse(written));
        } catch (DateTimeParseException noInstant) {
            try {
                Duration age = Durations.parse(name, written);
                return age.compareTo(LONGEST_AGE) > 0
                        ? EARLIEST
                        : storable(clock.instant().minus(age));
            } catch (InvalidFieldException neither) {
                throw new InvalidFieldException(
                        name,
                        "'" + written + "' is neither a time such as 2026-01-31T12:00:00Z nor an age such as 24h");
            }
        }
    }

    /** Times that the database does not know are as good as its first or last: there were no tasks before, or after. */
    private static Instant storable(Instant time) {
        return time.isBefore(EARLIEST) ? EARLIEST : time.isAfter(LATEST) ? LATEST : time;
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new HashMap<>();
        for (String written : parameters.getOrDefault("label", List.of())) {
            int equals = written.indexOf('=');
            if (equals < 1) {
                throw new InvalidFieldException("label", "is written NAME=VALUE");
            }
            labels.put(written.substring(0, equals), written.substring(equals + 1));
        }
        return labels;
    }

    private @Nullable Integer number(String name) {
        String written = parameters.getFirst(name);
        try {
            return written == null ? null : Integer.valueOf(written);
        } catch (NumberFormatException notANumber) {
            throw new InvalidFieldException(name, "is not a whole number that fits");
        }
    }

    private @Nullable String text() {
        String text = parameters.getFirst("text");
        if (text != null && (text.isBlank() || text.length() > LONGEST_TEXT || text.indexOf('\0') >= 0)) {
            throw new InvalidFieldException("text", "has 1 to " + LONGEST_TEXT + " characters");
        }
        return text;
    }
}
