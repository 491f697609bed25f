package dev.holdfast.activities.temporal;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.LargestField;
import dev.holdfast.workflows.TaskPayloads;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverterException;
import io.temporal.common.converter.PayloadConverter;
import java.lang.reflect.Type;
import java.util.Optional;

/**
 * JSON as the contract writes it, up to a size. Temporal itself refuses 2 MB; long before that every replay, every view of
 * the history and every query gets slow, so bulk goes to S3.
 */
final class BoundedPayloads implements PayloadConverter {
    static final int MOST_BYTES = TaskPayloads.MOST_BYTES;

    private final PayloadConverter json = TaskPayloads.json();

    @Override
    public String getEncodingType() {
        return json.getEncodingType();
    }

    @Override
    public Optional<Payload> toData(Object value) {
        Optional<Payload> written = json.toData(value);
        written.filter(payload -> payload.getData().size() > MOST_BYTES).ifPresent(payload -> refuse(value, payload));
        return written;
    }

    @Override
    public <T> T fromData(Payload content, Class<T> type, Type generic) {
        return json.fromData(content, type, generic);
    }

    private static void refuse(Object value, Payload payload) {
        LargestField largest =
                LargestField.of(ContractJson.LENIENT.readTree(payload.getData().toByteArray()));
        String field = value.getClass().getSimpleName() + (largest.path().isEmpty() ? "" : "." + largest.path());
        throw new DataConverterException(
                field + ": a payload of " + payload.getData().size() + " bytes is more than " + MOST_BYTES
                        + "; most of it is this field. Keep bulk in S3 and name it by its hash");
    }
}
