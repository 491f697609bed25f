package dev.holdfast.activities.temporal;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.holdfast.contract.InvalidFieldException;
import io.temporal.api.common.v1.Payloads;
import io.temporal.payload.codec.PayloadCodecException;
import java.util.function.UnaryOperator;

/** Temporal's protocol of a remote codec: payloads in, payloads out, in protobuf's JSON. */
public final class RemoteCodec {
    private static final String FIELD = "payloads";

    private final PayloadRules rules;

    public RemoteCodec(PayloadRules rules) {
        this.rules = rules;
    }

    public String encode(String payloads) {
        return changed(payloads, rules::encoded);
    }

    public String decode(String payloads) {
        return changed(payloads, rules::decoded);
    }

    private static String changed(String json, UnaryOperator<Payloads> change) {
        Payloads.Builder payloads = Payloads.newBuilder();
        try {
            JsonFormat.parser().ignoringUnknownFields().merge(json, payloads);
            return JsonFormat.printer().omittingInsignificantWhitespace().print(change.apply(payloads.build()));
        } catch (InvalidProtocolBufferException notPayloads) {
            throw new InvalidFieldException(FIELD, "is not a list of payloads in Temporal's JSON");
        } catch (PayloadCodecException cannot) {
            throw new InvalidFieldException(FIELD, String.valueOf(cannot.getMessage()));
        }
    }
}
