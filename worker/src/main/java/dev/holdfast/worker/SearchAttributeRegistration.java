package dev.holdfast.worker;

import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.workflows.SearchAttributes;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.common.SearchAttributeKey;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the search attributes of tasks known to the namespace; workflow code would fail without them. */
final class SearchAttributeRegistration {
    private static final Logger log = LoggerFactory.getLogger(SearchAttributeRegistration.class);

    private final TemporalConnection temporal;

    SearchAttributeRegistration(TemporalConnection temporal) {
        this.temporal = temporal;
    }

    void register() {
        String namespace = temporal.client().getOptions().getNamespace();
        OperatorServiceStubs operator = OperatorServiceStubs.newServiceStubs(OperatorServiceStubsOptions.newBuilder()
                .setChannel(temporal.stubs().getRawChannel())
                .validateAndBuildWithDefaults());
        Map<String, ?> known = operator.blockingStub()
                .listSearchAttributes(ListSearchAttributesRequest.newBuilder()
                        .setNamespace(namespace)
                        .build())
                .getCustomAttributesMap();
        AddSearchAttributesRequest.Builder missing =
                AddSearchAttributesRequest.newBuilder().setNamespace(namespace);
        for (SearchAttributeKey<?> key : SearchAttributes.ALL) {
            if (!known.containsKey(key.getName())) {
                missing.putSearchAttributes(key.getName(), key.getValueType());
            }
        }
        if (missing.getSearchAttributesCount() > 0) {
            add(operator, missing.build());
        }
    }

    private static void add(OperatorServiceStubs operator, AddSearchAttributesRequest missing) {
        try {
            operator.blockingStub().addSearchAttributes(missing);
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() != Status.Code.ALREADY_EXISTS) {
                log.error(
                        "the search attributes {} could not be added: add them by an operator's account",
                        missing.getSearchAttributesMap().keySet());
                throw e;
            }
        }
    }
}
