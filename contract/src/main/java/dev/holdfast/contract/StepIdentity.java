package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.HexFormat;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** What tells one step from another that is asked for under the same name. */
public final class StepIdentity {
    private static final int BYTES = 8;

    /** What is left out is not written: a field that a later version adds changes no step that does without it. */
    private static final JsonMapper WRITTEN = ContractJson.LENIENT
            .rebuild()
            .changeDefaultPropertyInclusion(any -> any.withValueInclusion(JsonInclude.Include.NON_NULL))
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
            .build();

    private StepIdentity() {}

    /** 16 digits, of all that is said of how it is run; what its task does afterwards is not part of that. */
    public static String of(StepSpec step) {
        String written = WRITTEN.writeValueAsString(step.withContinueOnFailure(false));
        return HexFormat.of().formatHex(TaskIds.sha256(written), 0, BYTES);
    }
}
