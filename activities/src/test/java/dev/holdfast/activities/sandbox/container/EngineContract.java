package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.TaskRules;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Network;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Set;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;

/** What holds for containers that an engine starts, which can have a network and could have volumes. */
abstract class EngineContract extends ContainerProviderContract {
    protected Executor kind() {
        return Executor.DOCKER;
    }

    @Override
    protected SandboxProvider open(SandboxConfig config) {
        return EngineForTests.open(config, kind());
    }

    @Override
    protected void killFromOutside(SandboxHandle handle) {
        try (Engine engine = Engine.find(config(home), kind())) {
            engine.client().killContainerCmd(handle.nativeId()).exec();
        }
    }

    @Test
    void volumesAreLookedForToo() {
        start();

        assertThat(provider.destroy(id).verified()).contains("volumes");
    }

    private static String anyCertificate() throws Exception {
        KeyStore none = null;
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(none);
        X509TrustManager trusted = (X509TrustManager) factory.getTrustManagers()[0];
        String encoded = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(trusted.getAcceptedIssuers()[0].getEncoded());
        return "-----BEGIN CERTIFICATE-----\n" + encoded + "\n-----END CERTIFICATE-----\n";
    }

    @Test
    void sandboxesWithANetworkTrustTheOperatorsCertificatesAndOthersDoNotSeeThem() throws Exception {
        Path bundle = Files.writeString(home.resolve("own.crt"), anyCertificate());
        SandboxConfig trusting =
                config(home).withRules(new TaskRules(DataSize.ofMebibytes(16), bundle, null, null, Set.of()));
        String look = "echo $SSL_CERT_FILE $NODE_EXTRA_CA_CERTS; cat $SSL_CERT_FILE < /dev/null";
        String lookForJava = "; echo $JAVA_TOOL_OPTIONS; head -c 4 /dev/.holdfast/ca.jks | od -An -tx1";
        try (SandboxProvider trustingProvider = open(trusting)) {
            SandboxRequest bridged = request().withNetwork(Network.BRIDGE);
            try (Supervisor supervisor = trustingProvider.connect(trustingProvider.start(bridged, Progress.NONE))) {
                assertThat(run(supervisor, "look", look + lookForJava).log().stdout())
                        .isEqualTo("/dev/.holdfast/ca.crt /dev/.holdfast/ca.crt\n" + anyCertificate()
                                + "-Djavax.net.ssl.trustStore=/dev/.holdfast/ca.jks\n fe ed fe ed\n");
            }
            trustingProvider.destroy(id);
            try (Supervisor supervisor = trustingProvider.connect(trustingProvider.start(request(), Progress.NONE))) {
                assertThat(run(supervisor, "look", look + "; ls /dev/.holdfast")
                                .log()
                                .stdout())
                        .isEqualTo("\ncontrol\ninit\nsecrets\n");
            }
        }
    }

    /** A hundred packets to the bridge, which is on this host. */
    @Test
    void whatGoesOverTheNetworkIsCountedWhereThereIsOne() {
        String send = """
                perl -MSocket -e '
                  open(R, "/proc/net/route"); my ($hex) = map { (split)[1] eq "00000000" ? (split)[2] : () } <R>;
                  my $gateway = pack("V", hex($hex)); socket(S, PF_INET, SOCK_DGRAM, 0) or die;
                  send(S, "x" x 1000, 0, sockaddr_in(9, $gateway)) for 1 .. 100; print "sent"'
                """;
        try (Supervisor bridged =
                provider.connect(provider.start(request().withNetwork(Network.BRIDGE), Progress.NONE))) {
            Ran sent = run(bridged, "send", send);

            assertThat(sent.log().stdout()).as(sent.log().stderr()).isEqualTo("sent");
            assertThat(sent.step().txBytes()).isGreaterThan(100_000L);
            assertThat(bridged.usage().txBytes()).isGreaterThan(100_000L);
            assertThat(bridged.usage().rxBytes()).isNotNull();
        }
        provider.destroy(id);
        try (Supervisor alone = provider.connect(start())) {
            assertThat(alone.usage().txBytes()).as("there is no network").isNull();
        }
    }
}
