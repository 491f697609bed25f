package dev.holdfast.devstack;

import dev.holdfast.devstack.control.JavaProgram;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An S3 endpoint on a directory. */
final class S3Part implements Part {
    static final String NAME = "s3";

    private final StackConfiguration stack;

    S3Part(StackConfiguration stack) {
        this.stack = stack;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "S3 on a directory";
    }

    @Override
    public String address() {
        return "http://" + stack.ports().address(PortName.S3);
    }

    @Override
    public Set<String> needs() {
        return Set.of();
    }

    @Override
    public List<PortName> ports() {
        return List.of(PortName.S3);
    }

    @Override
    public Launch prepare(Progress progress) throws IOException {
        Path directory = stack.home().data(NAME);
        Files.createDirectories(directory);
        Map<String, String> environment = Map.of(
                S3Server.DIRECTORY, directory.toString(),
                S3Server.ENDPOINT, address(),
                S3Server.ACCESS_KEY, stack.secrets().s3AccessKey(),
                S3Server.SECRET_KEY, stack.secrets().s3SecretKey());
        JavaProgram program = stack.ownProgram(S3Server.class);
        return new Launch(program.command(stack.argumentFile(NAME)), environment, StopSignal.TERM, program.version());
    }

    @Override
    public boolean isReady() {
        return HttpProbe.answers(address());
    }
}
