package dev.holdfast.validation;

import dev.holdfast.contract.Severity;
import dev.holdfast.projects.detect.SourceTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Looks at files and says what is found. Nothing in them is run. */
public final class Validator {
    /** Of one file; larger ones are not code that somebody wrote. */
    public static final int MAX_BYTES = 1024 * 1024;

    private Validator() {}

    /** A file, or all files of a directory that belong to it. */
    public static List<Finding> validate(Path target) throws IOException {
        if (!Files.isDirectory(target)) {
            return file(target, String.valueOf(target.getFileName()));
        }
        List<Finding> all = new ArrayList<>();
        for (String name : SourceTree.files(target)) {
            Path file = target.resolve(name);
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                all.addAll(file(file, name));
            }
        }
        return all;
    }

    private static List<Finding> file(Path file, String name) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            return stream(name, Files.size(file), content);
        }
    }

    /** Reads no more of it than is looked at. */
    public static List<Finding> stream(String name, long size, InputStream content) throws IOException {
        if (size > MAX_BYTES) {
            return Language.of(name).isEmpty() ? List.of() : List.of(tooLarge(name, size));
        }
        return text(name, content.readNBytes(MAX_BYTES + 1));
    }

    /** @param name tells the language, and is what findings call it */
    public static List<Finding> text(String name, byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            return List.of(tooLarge(name, bytes.length));
        }
        Source source = new Source(name, bytes);
        if (source.isBinary()) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        Language.of(name).ifPresent(language -> findings.addAll(TreeCheck.check(source, language)));
        if (PowershellCheck.concerns(name)) {
            findings.addAll(PowershellCheck.check(source));
        }
        findings.addAll(SecretCheck.check(source));
        findings.sort(Comparator.comparingInt(Finding::line).thenComparingInt(Finding::column));
        return findings;
    }

    private static Finding tooLarge(String name, long size) {
        return new Finding(
                "too-large",
                Severity.WARNING,
                name,
                1,
                1,
                "",
                "has " + size + " bytes, more than " + MAX_BYTES + ", and was not looked at",
                "split it, or look at it yourself");
    }
}
