package dev.holdfast.benchmarks.rivals;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The engine's API, without the docker command in between. */
public final class EngineApi implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final DockerClient client;

    public EngineApi() {
        DefaultDockerClientConfig config =
                DefaultDockerClientConfig.createDefaultConfigBuilder().build();
        this.client = DockerClientImpl.getInstance(
                config,
                new ZerodepDockerHttpClient.Builder()
                        .dockerHost(config.getDockerHost())
                        .build());
    }

    /** All that it takes to run a command and know how it ended. */
    public void exec(String container, List<String> command) throws IOException, InterruptedException {
        String id = client.execCreateCmd(container)
                .withCmd(command.toArray(String[]::new))
                .withAttachStdout(true)
                .withAttachStderr(true)
                .exec()
                .getId();
        try (ResultCallback.Adapter<Frame> output = client.execStartCmd(id).exec(new ResultCallback.Adapter<>())) {
            if (!output.awaitCompletion(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("docker exec did not end within " + PATIENCE_SECONDS + " s");
            }
        }
        Long exitCode = client.inspectExecCmd(id).exec().getExitCodeLong();
        if (exitCode == null || exitCode != 0) {
            throw new IOException("docker exec through the API exited with " + exitCode);
        }
    }

    /** The states of all containers with these labels. */
    public List<String> states(Map<String, String> labels) {
        return client.listContainersCmd().withShowAll(true).withLabelFilter(labels).exec().stream()
                .map(Container::getState)
                .toList();
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
