package dev.holdfast.devstack;

import dev.holdfast.devstack.control.Condition;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.StopSignal;
import java.util.Map;
import java.util.Optional;

/** Parts that somebody else runs: the variable that names such a one is all that is needed. */
final class External {
    private static final Map<String, String> VARIABLES = Map.of(
            PostgresPart.NAME, "HOLDFAST_POSTGRES_URL",
            S3Part.NAME, "HOLDFAST_S3_ENDPOINT",
            TemporalPart.NAME, "HOLDFAST_TEMPORAL_TARGET",
            ProgramPart.API, "HOLDFAST_API_URL");

    private External() {}

    static Optional<PartState> of(String part, StackConfiguration stack) {
        String variable = VARIABLES.get(part);
        if (variable == null || stack.setting(variable).isEmpty()) {
            return Optional.empty();
        }
        String address = withoutPassword(stack.setting(variable));
        return Optional.of(
                new PartState(part, Condition.EXTERNAL, address, null, StopSignal.TERM, "", "set by " + variable));
    }

    static String variable(String part) {
        return VARIABLES.getOrDefault(part, "");
    }

    /** A JDBC address may carry credentials behind the question mark. */
    private static String withoutPassword(String address) {
        int parameters = address.indexOf('?');
        return parameters < 0 ? address : address.substring(0, parameters);
    }
}
