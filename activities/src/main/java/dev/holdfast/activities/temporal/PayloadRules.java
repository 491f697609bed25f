package dev.holdfast.activities.temporal;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.common.converter.CodecDataConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.payload.codec.PayloadCodec;
import java.util.List;
import java.util.Map;

/** How values become payloads: small, as the contract writes them, and encrypted where there is a key. */
public final class PayloadRules {
    private final PayloadCodec codec;
    private final DataConverter converter;

    public PayloadRules(PayloadKeys keys) {
        DataConverter plain =
                DefaultDataConverter.newDefaultInstance().withPayloadConverterOverrides(new BoundedPayloads());
        this.codec = new EncryptedPayloads(keys);
        // Messages of failures hold what users wrote, so they are encrypted too.
        this.converter = keys.isEmpty() ? plain : new CodecDataConverter(plain, List.of(codec), true);
    }

    public DataConverter converter() {
        return converter;
    }

    public Payloads encoded(Payloads payloads) {
        return Payloads.newBuilder()
                .addAllPayloads(codec.encode(payloads.getPayloadsList()))
                .build();
    }

    public Payloads decoded(Payloads payloads) {
        return Payloads.newBuilder()
                .addAllPayloads(codec.decode(payloads.getPayloadsList()))
                .build();
    }

    /** The same message with every payload in it decrypted. */
    public <M extends Message> M decodedThroughout(M message) {
        @SuppressWarnings("unchecked") // a builder makes what it was made from
        M decoded = (M) decode(message);
        return decoded;
    }

    private Message decode(Message message) {
        if (message instanceof Payload payload) {
            return codec.decode(List.of(payload)).getFirst();
        }
        Message.Builder builder = message.toBuilder();
        for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
            if (field.getKey().getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
                continue;
            }
            if (field.getKey().isRepeated()) {
                List<?> values = (List<?>) field.getValue();
                for (int i = 0; i < values.size(); i++) {
                    builder.setRepeatedField(field.getKey(), i, decode((Message) values.get(i)));
                }
            } else {
                builder.setField(field.getKey(), decode((Message) field.getValue()));
            }
        }
        return builder.build();
    }
}
