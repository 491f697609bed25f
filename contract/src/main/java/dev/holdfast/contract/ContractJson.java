package dev.holdfast.contract;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** How the types of this package are written as JSON, in every part of Holdfast. */
public final class ContractJson {
    /** For what another version of Holdfast wrote: fields that are not known here are passed over. */
    public static final JsonMapper LENIENT = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** For what a caller wrote: a field that is not known is an error, so that no wish is silently dropped. */
    public static final JsonMapper STRICT = LENIENT.rebuild()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private ContractJson() {}
}
