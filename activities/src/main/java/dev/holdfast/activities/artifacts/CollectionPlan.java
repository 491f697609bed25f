package dev.holdfast.activities.artifacts;

import dev.holdfast.activities.sandbox.GetRequest;
import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What one collection takes, and how much of it. */
record CollectionPlan(
        List<String> include, List<String> exclude, int maxFiles, DataSize maxBytes, SensitiveFiles.Matcher sensitive) {
    private static final String ALWAYS = ".artifacts/**";

    static CollectionPlan of(ArtifactSpec spec, Limits limits, SensitiveFiles.Matcher sensitive) {
        List<String> include = new ArrayList<>();
        include.add(ALWAYS);
        include.addAll(spec.include());
        Integer maxFiles = spec.maxFiles();
        return new CollectionPlan(
                include,
                spec.exclude(),
                maxFiles == null ? ArtifactCollector.DEFAULT_MAX_FILES : maxFiles,
                Objects.requireNonNull(limits.artifacts()),
                sensitive);
    }

    /**
     * The supervisor counts directories as entries and does not know sensitive files, which are to be listed; so it
     * gets room for them, and the count that the user set is kept here.
     */
    GetRequest request() {
        long entries = maxFiles * 2L + 1_000;
        return new GetRequest(".", include, exclude, maxBytes.bytes(), entries, maxBytes.bytes());
    }
}
