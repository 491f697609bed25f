package dev.holdfast.api.fakes;

import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.api.ApiApplication;
import dev.holdfast.api.tasks.TaskEngine;
import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.context.support.StaticApplicationContext;

/** The real API on a free port, with stand-ins for Temporal and PostgreSQL. */
public final class RunningApi implements BeforeAllCallback, AfterAllCallback {
    public final FakeEngine engine = new FakeEngine();
    public final FakeHistory history = new FakeHistory();
    public final FakeStorage storage = new FakeStorage();
    private final HttpClient http = HttpClient.newHttpClient();
    private final String[] settings;
    private ConfigurableApplicationContext context = new StaticApplicationContext();
    private String token = "";

    /**
     * @param settings as on the command line, such as {@code --holdfast.api.burst=5}
     */
    public RunningApi(String... settings) {
        this.settings = settings;
    }

    @Override
    public void beforeAll(ExtensionContext test) throws IOException {
        Path tokenFile =
                Files.createTempDirectory(Path.of("target"), "api-test").resolve("token");
        context = new SpringApplicationBuilder(ApiApplication.class)
                .initializers(starting -> {
                    var registry = (GenericApplicationContext) starting;
                    registry.registerBean("fakeStorage", ArtifactStorage.class, () -> storage, d -> d.setPrimary(true));
                    registry.registerBean("fakeEngine", TaskEngine.class, () -> engine, d -> d.setPrimary(true));
                    registry.registerBean("fakeHistory", HistoryDatabase.class, () -> history, d -> d.setPrimary(true));
                })
                .properties("springdoc.api-docs.enabled=false")
                .run(Stream.concat(
                                Stream.of(
                                        "--server.port=0",
                                        "--holdfast.api.token-file=" + tokenFile,
                                        "--holdfast.secrets.key-file=" + tokenFile.resolveSibling("secrets.key"),
                                        "--holdfast.api.look-after=500ms",
                                        "--holdfast.api.audit-reads-every=100ms",
                                        "--holdfast.api.upload-limit=2m",
                                        "--logging.level.root=WARN",
                                        "--spring.main.lazy-initialization=true"),
                                Stream.of(settings))
                        .toArray(String[]::new));
        token = Files.readString(tokenFile).strip();
    }

    @Override
    public void afterAll(ExtensionContext test) {
        context.close();
    }

    public URI address(String path) {
        String port = Objects.requireNonNull(context.getEnvironment().getProperty("local.server.port"));
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Of this machine: it may do everything. */
    public String token() {
        return token;
    }

    public Holdfast sdk() {
        return Holdfast.builder().baseUrl(address("/").toString()).token(token).build();
    }

    public FakeWorker worker(TaskId taskId) {
        return new FakeWorker(history, engine, taskId);
    }

    public HttpRequest.Builder request(String path) {
        return request(path, token);
    }

    public HttpRequest.Builder request(String path, String anyToken) {
        return HttpRequest.newBuilder(address(path)).header("Authorization", "Bearer " + anyToken);
    }

    public HttpResponse<String> get(String path) {
        return send(request(path));
    }

    public HttpResponse<String> post(String path, String json) {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
