package dev.holdfast.projects.detect;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Walks a tree from the outside inwards, past what git ignores and what tools bring. Links are not followed. */
final class TreeScan {
    private static final int MAX_DEPTH = 60;
    private static final int MAX_ENTRIES = 500_000;
    private static final Set<String> NEVER = Set.of(
            ".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", ".tox", ".gradle", ".artifacts");

    private record Open(Path directory, String path, int depth, List<GitIgnore> rules) {}

    private final Deque<Open> queue = new ArrayDeque<>();
    private final List<String> notes = new ArrayList<>();
    private long entries;

    void walk(Path root, Consumer<SourceDirectory> visitor) {
        queue.add(new Open(root, "", 0, List.of()));
        while (!queue.isEmpty()) {
            if (entries > MAX_ENTRIES) {
                notes.add("more than " + MAX_ENTRIES + " files: the rest was not looked at; name a smaller directory");
                return;
            }
            visit(queue.removeFirst(), visitor);
        }
    }

    long entries() {
        return entries;
    }

    List<String> notes() {
        return notes;
    }

    private void visit(Open open, Consumer<SourceDirectory> visitor) {
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(open.directory())) {
            stream.forEach(all::add);
        } catch (IOException unreadable) {
            notes.add((open.path().isEmpty() ? "." : open.path()) + " cannot be read");
            return;
        }
        List<GitIgnore> rules = rules(open);
        List<String> files = new ArrayList<>();
        List<String> directories = new ArrayList<>();
        for (Path entry : all) {
            entries++;
            String name = String.valueOf(entry.getFileName());
            boolean directory = Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
            if (ignored(open.path() + name, directory, rules)) {
                continue;
            }
            if (!directory) {
                files.add(name);
            } else if (!NEVER.contains(name)) {
                directories.add(name);
            }
        }
        String path = open.path().isEmpty()
                ? "."
                : open.path().substring(0, open.path().length() - 1);
        visitor.accept(new SourceDirectory(open.directory(), path, files, directories));
        if (open.depth() < MAX_DEPTH) {
            directories.stream()
                    .sorted()
                    .forEach(name -> queue.addLast(new Open(
                            open.directory().resolve(name), open.path() + name + "/", open.depth() + 1, rules)));
        }
    }

    private static List<GitIgnore> rules(Open open) {
        Path file = open.directory().resolve(".gitignore");
        if (!Files.isRegularFile(file)) {
            return open.rules();
        }
        List<GitIgnore> rules = new ArrayList<>(open.rules());
        rules.add(new GitIgnore(
                open.path(),
                new SourceDirectory(open.directory(), ".", List.of(), List.of())
                        .text(".gitignore")
                        .text()));
        return rules;
    }

    /** The innermost file that speaks of it decides. */
    private static boolean ignored(String path, boolean directory, List<GitIgnore> rules) {
        for (int i = rules.size() - 1; i >= 0; i--) {
            @Nullable Boolean judged = rules.get(i).judges(path, directory);
            if (judged != null) {
                return judged;
            }
        }
        return false;
    }
}
