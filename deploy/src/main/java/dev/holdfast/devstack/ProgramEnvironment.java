package dev.holdfast.devstack;

import dev.holdfast.devstack.control.StackHome;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Future;

/** What API and worker are told by their environment: where everything is, and what the user has set. */
final class ProgramEnvironment {
    private final StackConfiguration stack;
    private final Future<Optional<SandboxEngine>> engine;

    /** @param engine once it is known whether there is one */
    ProgramEnvironment(StackConfiguration stack, Future<Optional<SandboxEngine>> engine) {
        this.stack = stack;
        this.engine = engine;
    }

    Map<String, String> of(String part) throws InterruptedException {
        Map<String, String> environment = new TreeMap<>();
        Ports ports = stack.ports();
        environment.put(StackHome.VARIABLE, stack.home().directory().toString());
        environment.put("HOLDFAST_TEMPORAL_TARGET", ports.address(PortName.TEMPORAL));
        environment.put("HOLDFAST_TEMPORAL_NAMESPACE", "default");
        environment.put(
                "HOLDFAST_POSTGRES_URL",
                "jdbc:postgresql://" + ports.address(PortName.POSTGRES) + "/" + PostgresPart.DATABASE);
        environment.put("HOLDFAST_POSTGRES_USER", PostgresPart.USER);
        environment.put("HOLDFAST_POSTGRES_PASSWORD", stack.secrets().postgresPassword());
        environment.put(S3Server.ENDPOINT, "http://" + ports.address(PortName.S3));
        environment.put(S3Server.ACCESS_KEY, stack.secrets().s3AccessKey());
        environment.put(S3Server.SECRET_KEY, stack.secrets().s3SecretKey());
        environment.put("HOLDFAST_S3_BUCKET", "holdfast");
        environment.put("HOLDFAST_API_TOKEN_FILE", stack.home().token().toString());
        if (stack.wantedParts().contains(ProgramPart.WORKER)) {
            environment.put("HOLDFAST_NEAR_WORKER_URL", "http://" + ports.address(PortName.WORKER));
            environment.put(
                    "HOLDFAST_NEAR_WORKER_KEY_FILE",
                    stack.home().directory().resolve("worker-key").toString());
        }
        stack.environment().forEach((name, value) -> {
            if (name.startsWith("HOLDFAST_") && !value.isBlank()) {
                environment.put(name, value);
            }
        });
        environment.put(PortName.API.variable(), Integer.toString(ports.number(PortName.API)));
        environment.put(PortName.WORKER.variable(), Integer.toString(ports.number(PortName.WORKER)));
        if (part.equals(ProgramPart.WORKER)) {
            SandboxPreparation.result(engine).ifPresent(found -> environment.putAll(found.settings(environment)));
        }
        return environment;
    }
}
