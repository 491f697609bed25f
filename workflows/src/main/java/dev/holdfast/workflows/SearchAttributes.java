package dev.holdfast.workflows;

import io.temporal.common.SearchAttributeKey;
import java.util.List;

/** What operators find tasks by in the Temporal UI. */
public final class SearchAttributes {
    public static final SearchAttributeKey<String> PROJECT = SearchAttributeKey.forKeyword("HoldfastProject");
    public static final SearchAttributeKey<String> STATE = SearchAttributeKey.forKeyword("HoldfastState");
    public static final SearchAttributeKey<String> IMAGE = SearchAttributeKey.forKeyword("HoldfastImage");
    public static final SearchAttributeKey<String> EXECUTOR = SearchAttributeKey.forKeyword("HoldfastExecutor");
    public static final SearchAttributeKey<Long> EXIT_CODE = SearchAttributeKey.forLong("HoldfastExitCode");

    public static final List<SearchAttributeKey<?>> ALL = List.of(PROJECT, STATE, IMAGE, EXECUTOR, EXIT_CODE);

    private SearchAttributes() {}
}
