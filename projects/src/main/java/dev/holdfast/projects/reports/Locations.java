package dev.holdfast.projects.reports;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds out of a stack trace the line of the project's own code that failed. */
final class Locations {
    private static final String NAME = "[\\w@+./\\\\\\-]+\\.(?:java|kt|kts|scala|groovy|[cm]?jsx?|[cm]?tsx?|py|php|rb|"
            + "go|rs|cs|fs|vb|pl|pm|t|sh|bats|ps1|c|cc|cpp|h|ex|exs|swift|dart)";
    /** Each starts at the beginning of a word only, so that a long word is looked at once. */
    private static final Pattern PLACE = Pattern.compile("(?<![\\w@+./\\\\\\-])(?:file://)?(?<file>" + NAME
            + ")(?::(?:line )?|\\(|\", line |'? line )(?<line>\\d{1,7})(?!\\d)");

    private static final Pattern JAVA_FRAME = Pattern.compile("\\bat (?:[\\w.]+/)?(?<class>[\\w.$]{1,500})\\.[\\w$<>]"
            + "{1,200}\\((?<file>[\\w$]{1,200}\\.(?:java|kt|scala|groovy)):(?<line>\\d{1,7})\\)");
    private static final List<String> FOREIGN = List.of(
            "node_modules/",
            "node:",
            "site-packages/",
            "dist-packages/",
            "/vendor/",
            "/usr/lib/",
            "/usr/share/",
            "/usr/local/go/",
            "/rustc/",
            "/gems/",
            "/.cargo/",
            "/gosrc/",
            "/src/runtime/",
            "/src/testing/");
    private static final List<String> FOREIGN_CLASSES = List.of(
            "java.", "jdk.", "sun.", "org.junit.", "org.opentest4j.", "org.assertj.", "org.hamcrest.", "kotlin.test.");

    private final String root;

    /** @param root the directory in which the tests ran; paths below it are told relative to it */
    Locations(String root) {
        this.root = root.endsWith("/") ? root : root + "/";
    }

    TestCase complete(TestCase test) {
        if (test.status() != TestStatus.FAILED) {
            return test.at(relative(test.filePath()), test.line());
        }
        TestCase found = fromText(test, test.trace());
        if (found == null) {
            found = fromText(test, test.message());
        }
        return found == null ? test.at(relative(test.filePath()), test.line()) : found;
    }

    private @Nullable TestCase fromText(TestCase test, @Nullable String text) {
        if (text == null) {
            return null;
        }
        TestCase frame = javaFrame(test, text);
        return frame != null ? frame : place(test, text);
    }

    /** A frame of the test's own class, else the first that is not of the JDK or a test library. */
    private static @Nullable TestCase javaFrame(TestCase test, String text) {
        String owner =
                test.suite().isEmpty() ? "" : test.suite().get(test.suite().size() - 1);
        TestCase first = null;
        Matcher frame = JAVA_FRAME.matcher(text);
        while (frame.find()) {
            String type = frame.group("class");
            TestCase here = test.at(sourcePath(type, frame.group("file")), number(frame.group("line")));
            if (outer(type).equals(outer(owner))) {
                return here;
            }
            if (first == null && FOREIGN_CLASSES.stream().noneMatch(type::startsWith)) {
                first = here;
            }
        }
        return first;
    }

    private static String outer(String type) {
        int nested = type.indexOf('$');
        return nested < 0 ? type : type.substring(0, nested);
    }

    private static String sourcePath(String type, String file) {
        int dot = type.lastIndexOf('.');
        return dot < 0 ? file : type.substring(0, dot).replace('.', '/') + "/" + file;
    }

    /** A place in the file that the report names, else the first in the project's own code. */
    private @Nullable TestCase place(TestCase test, String text) {
        String named = relative(test.filePath());
        TestCase first = null;
        Matcher place = PLACE.matcher(text);
        while (place.find()) {
            String file = relative(place.group("file"));
            if (file == null || isForeign(place.group("file"))) {
                continue;
            }
            if (named == null || sameFile(named, file)) {
                return test.at(named == null ? file : named, number(place.group("line")));
            }
            if (first == null) {
                first = test.at(file, number(place.group("line")));
            }
        }
        return test.line() == null ? first : null;
    }

    private static boolean sameFile(String named, String file) {
        return named.equals(file) || named.endsWith("/" + file) || file.endsWith("/" + named);
    }

    private static boolean isForeign(String file) {
        return FOREIGN.stream().anyMatch(file::contains);
    }

    private static @Nullable Integer number(String digits) {
        int line = Integer.parseInt(digits);
        return line == 0 ? null : line;
    }

    private @Nullable String relative(@Nullable String file) {
        if (file == null || file.isBlank()) {
            return null;
        }
        String plain = file.startsWith("file://") ? file.substring("file://".length()) : file;
        if (plain.startsWith(root)) {
            return plain.substring(root.length());
        }
        return plain.startsWith("./") ? plain.substring(2) : plain;
    }
}
