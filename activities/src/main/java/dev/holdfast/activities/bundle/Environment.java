package dev.holdfast.activities.bundle;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where and under what the task ran: names of variables, never their values. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Environment(
        @Nullable Executor executor,
        @Nullable String image,
        @Nullable String imageDigest,
        @Nullable String host,
        List<String> variables,
        List<String> secrets) {

    static Environment of(TaskSpec spec, TaskResult result) {
        return new Environment(
                result.executor(),
                result.image(),
                result.imageDigest(),
                result.host(),
                Stream.concat(Stream.of(spec.env()), spec.steps().stream().map(StepSpec::env))
                        .flatMap(env -> env.keySet().stream())
                        .distinct()
                        .sorted()
                        .toList(),
                spec.secrets().stream().map(secret -> secret.name()).toList());
    }
}
