package dev.holdfast.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** Makes the client of those who bring none. */
final class HttpClients {
    private HttpClients() {}

    static HttpClient create(URI baseUrl, Duration connectTimeout) {
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(connectTimeout);
        if ("http".equals(baseUrl.getScheme())) {
            builder.sslContext(trustingNobody());
        }
        return builder.build();
    }

    /** Without TLS nothing needs trust, and reading the JDK's certificates is felt in every short-lived process. */
    private static SSLContext trustingNobody() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
