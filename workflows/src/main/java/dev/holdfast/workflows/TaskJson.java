package dev.holdfast.workflows;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.InvalidFieldException;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverterException;
import io.temporal.common.converter.Jackson3JsonPayloadConverter;
import io.temporal.common.converter.PayloadConverter;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;

/** JSON as the contract writes it; says of a new task that cannot be read which field is at fault. */
final class TaskJson implements PayloadConverter {
    private final PayloadConverter json = new Jackson3JsonPayloadConverter(ContractJson.LENIENT);

    @Override
    public String getEncodingType() {
        return json.getEncodingType();
    }

    @Override
    public Optional<Payload> toData(Object value) {
        return json.toData(value);
    }

    @Override
    public <T> T fromData(Payload content, Class<T> type, Type generic) {
        try {
            return json.fromData(content, type, generic);
        } catch (DataConverterException unreadable) {
            if (type == TaskRequest.class && isNew(content)) {
                for (Throwable cause = unreadable; cause != null; cause = cause.getCause()) {
                    if (cause instanceof InvalidFieldException invalid) {
                        throw new UnreadableTask(String.valueOf(invalid.getMessage()), unreadable);
                    }
                }
            }
            throw unreadable;
        }
    }

    /** What an earlier run wrote is not its caller's fault: another worker may read it. */
    private boolean isNew(Payload content) {
        return json.fromData(content, Map.class, Map.class).get("continuation") == null;
    }
}
