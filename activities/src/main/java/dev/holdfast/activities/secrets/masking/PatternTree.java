package dev.holdfast.activities.secrets.masking;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Queue;

/**
 * The automaton of Aho and Corasick over bytes: it finds all of many patterns in one pass. Children are kept as lists,
 * because almost every node has one, and failures as links, so that a node costs a few bytes.
 */
final class PatternTree {
    static final int ROOT = 0;
    private static final int NONE = -1;

    private final int[] rootChildren = new int[256];
    private int[] firstChild = new int[64];
    private int[] nextSibling = new int[64];
    private int[] failure = new int[64];
    private int[] depth = new int[64];
    private int[] longestMatch = new int[64];
    private byte[] label = new byte[64];
    private int nodes = 1;
    private int longestPattern;

    PatternTree(Collection<byte[]> patterns) {
        Arrays.fill(rootChildren, NONE);
        firstChild[ROOT] = NONE;
        for (byte[] pattern : patterns) {
            add(pattern);
        }
        linkFailures();
    }

    int longestPattern() {
        return longestPattern;
    }

    boolean isEmpty() {
        return longestPattern == 0;
    }

    /** The state behind this byte: the longest end of what was read that some pattern begins with. */
    int next(int state, byte value) {
        int from = state;
        while (true) {
            int child = child(from, value);
            if (child != NONE) {
                return child;
            }
            if (from == ROOT) {
                return ROOT;
            }
            from = failure[from];
        }
    }

    /** How many of the last bytes may be the beginning of a pattern. */
    int depth(int state) {
        return depth[state];
    }

    /** How long the longest pattern is that ends here; 0 when none does. */
    int longestMatch(int state) {
        return longestMatch[state];
    }

    private void add(byte[] pattern) {
        int node = ROOT;
        for (byte value : pattern) {
            int child = child(node, value);
            node = child == NONE ? grow(node, value) : child;
        }
        longestMatch[node] = pattern.length;
        longestPattern = Math.max(longestPattern, pattern.length);
    }

    private int child(int node, byte value) {
        if (node == ROOT) {
            return rootChildren[value & 0xff];
        }
        int child = firstChild[node];
        while (child != NONE && label[child] != value) {
            child = nextSibling[child];
        }
        return child;
    }

    private int grow(int parent, byte value) {
        if (nodes == label.length) {
            int more = nodes * 2;
            firstChild = Arrays.copyOf(firstChild, more);
            nextSibling = Arrays.copyOf(nextSibling, more);
            failure = Arrays.copyOf(failure, more);
            depth = Arrays.copyOf(depth, more);
            longestMatch = Arrays.copyOf(longestMatch, more);
            label = Arrays.copyOf(label, more);
        }
        int node = nodes++;
        label[node] = value;
        depth[node] = depth[parent] + 1;
        firstChild[node] = NONE;
        nextSibling[node] = firstChild[parent];
        firstChild[parent] = node;
        if (parent == ROOT) {
            rootChildren[value & 0xff] = node;
        }
        return node;
    }

    private void linkFailures() {
        Queue<Integer> waiting = new ArrayDeque<>();
        for (int child = firstChild[ROOT]; child != NONE; child = nextSibling[child]) {
            waiting.add(child);
        }
        while (!waiting.isEmpty()) {
            int node = waiting.remove();
            longestMatch[node] = Math.max(longestMatch[node], longestMatch[failure[node]]);
            for (int child = firstChild[node]; child != NONE; child = nextSibling[child]) {
                failure[child] = next(failure[node], label[child]);
                waiting.add(child);
            }
        }
    }
}
