package dev.holdfast.devstack;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.OperatorServiceGrpc;
import io.temporal.internal.testservice.GRPCServerHelper;
import io.temporal.internal.testservice.TestServicesStarter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;

/**
 * The process behind {@link TemporalPart} where there is no real server. The SDK's own way to start it would listen on every
 * address of the machine, so only its services are used.
 */
final class TemporalTestServer {
    static final String PORT = "HOLDFAST_TEMPORAL_PORT";
    /** Like {@code HoldfastState=Keyword HoldfastExitCode=Int}. */
    static final String SEARCH_ATTRIBUTES = "HOLDFAST_TEMPORAL_SEARCH_ATTRIBUTES";

    private TemporalTestServer() {}

    public static void main(String[] arguments) throws Exception {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(System.getenv(PORT)));
        boolean withTimeSkippingOff = true;
        long machineClock = 0;
        try (TestServicesStarter starter = new TestServicesStarter(withTimeSkippingOff, machineClock)) {
            NettyServerBuilder builder = NettyServerBuilder.forAddress(address);
            GRPCServerHelper.registerServicesAndHealthChecks(starter.getServices(), builder);
            Server server = builder.build().start();
            register(address, System.getenv(SEARCH_ATTRIBUTES));
            server.awaitTermination();
        }
    }

    private static void register(InetSocketAddress address, String attributes) {
        AddSearchAttributesRequest.Builder request = AddSearchAttributesRequest.newBuilder();
        for (String attribute : attributes.split(" ", -1)) {
            int equals = attribute.indexOf('=');
            request.putSearchAttributes(attribute.substring(0, equals), type(attribute.substring(equals + 1)));
        }
        ManagedChannel channel =
                NettyChannelBuilder.forAddress(address).usePlaintext().build();
        try {
            OperatorServiceGrpc.newBlockingStub(channel).addSearchAttributes(request.build());
        } finally {
            channel.shutdownNow();
        }
    }

    private static IndexedValueType type(String word) {
        return IndexedValueType.valueOf("INDEXED_VALUE_TYPE_" + word.toUpperCase(Locale.ROOT));
    }
}
