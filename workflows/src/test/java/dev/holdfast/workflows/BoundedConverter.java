package dev.holdfast.workflows;

import dev.holdfast.contract.ContractJson;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.Jackson3JsonPayloadConverter;
import io.temporal.common.converter.PayloadConverter;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Refuses what workers refuse to write, and remembers the largest payload of each type. */
final class BoundedConverter implements PayloadConverter {
    final Map<String, Integer> largest = new ConcurrentHashMap<>();

    private final PayloadConverter json = new Jackson3JsonPayloadConverter(ContractJson.LENIENT);

    DataConverter converter() {
        return DefaultDataConverter.newDefaultInstance().withPayloadConverterOverrides(this);
    }

    @Override
    public String getEncodingType() {
        return json.getEncodingType();
    }

    @Override
    public Optional<Payload> toData(Object value) {
        Optional<Payload> written = json.toData(value);
        written.map(payload -> payload.getData().size()).ifPresent(bytes -> {
            largest.merge(value.getClass().getSimpleName(), bytes, Math::max);
            if (bytes > TaskPayloads.MOST_BYTES) {
                throw new DataConverterException(value.getClass() + " has " + bytes + " bytes");
            }
        });
        return written;
    }

    @Override
    public <T> T fromData(Payload content, Class<T> type, Type generic) {
        return json.fromData(content, type, generic);
    }
}
