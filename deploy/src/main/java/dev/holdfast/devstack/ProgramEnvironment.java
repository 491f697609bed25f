package dev.holdfast.devstack;

import dev.holdfast.devstack.control.StackHome;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Future;

/** What API and worker are told by their environment: where everything is, and what the user has set. */
final class ProgramEnvironment {
    private final StackConfiguration stack;
    private final Future<Optional<String>> engine;

    /** @param engine the address of the container engine, once it is known whether there is one */
    ProgramEnvironment(StackConfiguration stack, Future<Optional<String>> engine) {
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
        stack.environment().forEach((name, value) -> {
            if (name.startsWith("HOLDFAST_") && !value.isBlank()) {
                environment.put(name, value);
            }
        });
        environment.put(PortName.API.variable(), Integer.toString(ports.number(PortName.API)));
        environment.put(PortName.WORKER.variable(), Integer.toString(ports.number(PortName.WORKER)));
        if (part.equals(ProgramPart.WORKER)) {
            SandboxPreparation.result(engine).ifPresent(address -> environment.put("DOCKER_HOST", address));
        }
        return environment;
    }
}
