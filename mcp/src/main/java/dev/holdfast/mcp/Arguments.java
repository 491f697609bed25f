package dev.holdfast.mcp;

import dev.holdfast.contract.Command;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an agent gave to a tool. Its form was checked against the tool's schema before. */
record Arguments(Map<String, Object> values) {
    TaskId taskId() {
        return new TaskId(required("task_id"));
    }

    String required(String name) {
        String value = text(name);
        if (value == null) {
            throw new InvalidFieldException(name, "is missing");
        }
        return value;
    }

    @Nullable String text(String name) {
        return values.get(name) instanceof String text ? text : null;
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    long number(String name, long otherwise) {
        return values.get(name) instanceof Number number ? number.longValue() : otherwise;
    }

    @Nullable Double fraction(String name) {
        return values.get(name) instanceof Number number ? number.doubleValue() : null;
    }

    @Nullable Duration seconds(String name) {
        return values.get(name) instanceof Number number ? Duration.ofSeconds(number.longValue()) : null;
    }

    Duration patience(long otherwise) {
        return Duration.ofSeconds(number("wait_seconds", otherwise));
    }

    @Nullable Command command() {
        Object command = values.get("command");
        if (command instanceof String line) {
            return Command.shell(line);
        }
        return command instanceof List<?> argv
                ? Command.of(argv.stream().map(String::valueOf).toList())
                : null;
    }

    List<String> texts(String name) {
        return values.get(name) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    Map<String, String> textMap(String name) {
        Map<String, String> map = new TreeMap<>();
        if (values.get(name) instanceof Map<?, ?> given) {
            given.forEach((key, value) -> map.put(String.valueOf(key), String.valueOf(value)));
        }
        return map;
    }

    /** Objects in a list, each as arguments of its own. */
    List<Arguments> objects(String name) {
        return values.get(name) instanceof List<?> list
                ? list.stream().map(Arguments::nested).toList()
                : List.of();
    }

    private static Arguments nested(Object given) {
        Map<String, Object> fields = new TreeMap<>();
        if (given instanceof Map<?, ?> map) {
            map.forEach((key, value) -> fields.put(String.valueOf(key), value));
        }
        return new Arguments(fields);
    }
}
