package dev.holdfast.contract;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * The field that makes a JSON value large, so that an error can name it.
 *
 * @param path such as {@code steps[0].stdin}; empty for the value itself
 * @param characters how long it is when written
 */
public record LargestField(String path, int characters) {
    /** Goes down as long as one child makes up most of its parent. */
    public static LargestField of(JsonNode value) {
        LargestField found = new LargestField("", length(value));
        JsonNode at = value;
        while (true) {
            LargestField child = largestChild(at, found.path);
            if (child == null || child.characters * 2 < found.characters) {
                return found;
            }
            at = at.isArray()
                    ? at.get(Integer.parseInt(
                            child.path.substring(child.path.lastIndexOf('[') + 1, child.path.length() - 1)))
                    : at.get(found.path.isEmpty() ? child.path : child.path.substring(found.path.length() + 1));
            found = child;
        }
    }

    private static @org.jspecify.annotations.Nullable LargestField largestChild(JsonNode parent, String path) {
        LargestField largest = null;
        int index = 0;
        for (JsonNode element : parent.isArray() ? parent : java.util.List.<JsonNode>of()) {
            largest = larger(largest, new LargestField(path + "[" + index++ + "]", length(element)));
        }
        for (Map.Entry<String, JsonNode> field : parent.properties()) {
            String inside = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            largest = larger(largest, new LargestField(inside, length(field.getValue())));
        }
        return largest;
    }

    private static LargestField larger(@org.jspecify.annotations.Nullable LargestField one, LargestField other) {
        return one == null || other.characters > one.characters ? other : one;
    }

    private static int length(JsonNode value) {
        return value.toString().length();
    }
}
