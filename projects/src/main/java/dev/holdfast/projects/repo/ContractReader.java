package dev.holdfast.projects.repo;

import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.Cache;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Durations;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.LimitsBuilder;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.Severity;
import dev.holdfast.contract.ValidationSpec;
import dev.holdfast.contract.ValidationSpec.Policy;
import dev.holdfast.contract.ValidationSpec.Suppression;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code .holdfast.yml}. */
public final class ContractReader {
    static final List<String> FIELDS = List.of(
            "version",
            "image",
            "dockerfile",
            "commands",
            "env",
            "services",
            "caches",
            "artifacts",
            "reports",
            "limits",
            "network",
            "validation");
    static final List<String> LIMITS = List.of("cpus", "memory", "pids", "tmp", "workspace", "timeout");
    private static final int MAX_BYTES = 256 * 1024;

    private ContractReader() {}

    /** @return empty when the directory has no such file */
    public static Optional<RepoContract> read(Path directory) throws IOException, ContractException {
        Path file = directory.resolve(RepoContract.FILE);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new ContractException(
                    List.of(new ContractProblem(RepoContract.FILE, 1, 1, "is larger than 256 KiB")));
        }
        return Optional.of(parse(RepoContract.FILE, Files.readString(file)));
    }

    /** @param name how problems call the file */
    public static RepoContract parse(String name, String text) throws ContractException {
        Node root = compose(name, text);
        if (root == null) {
            return RepoContract.EMPTY;
        }
        YamlMapping.Problems problems = new YamlMapping.Problems(name);
        RepoContract contract = contract(YamlMapping.of(root, "", problems));
        if (!problems.all().isEmpty()) {
            throw new ContractException(problems.all());
        }
        return contract;
    }

    private static @Nullable Node compose(String name, String text) throws ContractException {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(10);
        options.setNestingDepthLimit(20);
        options.setCodePointLimit(MAX_BYTES);
        try {
            return new Yaml(new SafeConstructor(options)).compose(new StringReader(text));
        } catch (MarkedYAMLException broken) {
            int line = broken.getProblemMark() == null
                    ? 1
                    : broken.getProblemMark().getLine() + 1;
            int column = broken.getProblemMark() == null
                    ? 1
                    : broken.getProblemMark().getColumn() + 1;
            throw new ContractException(
                    List.of(new ContractProblem(name, line, column, "is not valid YAML: " + broken.getProblem())));
        } catch (YAMLException broken) {
            throw new ContractException(List.of(
                    new ContractProblem(name, 1, 1, "is not valid YAML: " + String.valueOf(broken.getMessage()))));
        }
    }

    private static RepoContract contract(YamlMapping file) {
        file.allow(FIELDS);
        var unused = file.value("version", word -> oneOf(word, List.of("1")));
        if (file.has("image") && file.has("dockerfile")) {
            file.problem("dockerfile", "give either image or dockerfile, not both");
        }
        Map<String, String> env = new LinkedHashMap<>(services(file));
        env.putAll(file.texts("env"));
        List<String> artifacts = file.list("artifacts", ContractReader::glob);
        YamlMapping limits = file.mapping("limits").orElse(null);
        return new RepoContract(
                file.text("image"),
                file.text("dockerfile"),
                file.texts("commands"),
                env,
                file.list("caches", Cache::fromJson),
                artifacts == null ? List.of() : artifacts,
                file.list("reports", ContractReader::glob),
                limits == null ? Limits.NONE : limits(limits),
                limits == null ? null : timeout(limits),
                file.value("network", Network::fromJson).orElse(null),
                file.mapping("validation").map(ContractReader::validation).orElse(null));
    }

    /** Each service's variables; a service itself is run by whoever runs the worker. */
    private static Map<String, String> services(YamlMapping file) {
        Map<String, String> env = new LinkedHashMap<>();
        file.mapping("services")
                .ifPresent(services -> services.mappings().forEach((name, service) -> {
                    service.allow(List.of("env"));
                    env.putAll(service.texts("env"));
                }));
        return env;
    }

    private static Limits limits(YamlMapping limits) {
        limits.allow(LIMITS);
        return LimitsBuilder.builder()
                .cpus(limits.value("cpus", ContractReader::cpus).orElse(null))
                .memory(limits.value("memory", size("limits.memory")).orElse(null))
                .pids(limits.value("pids", ContractReader::pids).orElse(null))
                .tmp(limits.value("tmp", size("limits.tmp")).orElse(null))
                .workspace(limits.value("workspace", size("limits.workspace")).orElse(null))
                .build();
    }

    private static Double cpus(String text) {
        try {
            double cpus = Double.parseDouble(text);
            return Objects.requireNonNull(
                    LimitsBuilder.builder().cpus(cpus).build().cpus());
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("'" + text + "' is not a number", notANumber);
        }
    }

    private static Integer pids(String text) {
        try {
            int pids = Integer.parseInt(text);
            return Objects.requireNonNull(
                    LimitsBuilder.builder().pids(pids).build().pids());
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number", notANumber);
        }
    }

    private static Function<String, DataSize> size(String field) {
        return text -> DataSize.parse(field, text);
    }

    private static @Nullable Duration timeout(YamlMapping limits) {
        return limits.value("timeout", text -> Durations.parse("limits.timeout", text))
                .orElse(null);
    }

    private static ValidationSpec validation(YamlMapping validation) {
        validation.allow(List.of("policy", "severity", "suppressions"));
        List<Suppression> suppressions = new ArrayList<>();
        for (YamlMapping one : validation.mappings("suppressions")) {
            one.allow(List.of("rule", "path", "reason"));
            try {
                suppressions.add(new Suppression(
                        Objects.requireNonNullElse(one.text("rule"), ""),
                        one.text("path"),
                        Objects.requireNonNullElse(one.text("reason"), "")));
            } catch (InvalidFieldException wrong) {
                validation.problem("suppressions", String.valueOf(wrong.getMessage()));
            }
        }
        return new ValidationSpec(
                validation.value("policy", Policy::fromJson).orElse(Policy.WARN),
                validation.value("severity", Severity::fromJson).orElse(Severity.ERROR),
                suppressions);
    }

    private static String glob(String glob) {
        return new ArtifactSpec(List.of(glob), List.of(), null).include().get(0);
    }

    private static String oneOf(String word, List<String> allowed) {
        if (!allowed.contains(word)) {
            throw new IllegalArgumentException("'" + word + "' is not one of " + String.join(", ", allowed));
        }
        return word;
    }
}
