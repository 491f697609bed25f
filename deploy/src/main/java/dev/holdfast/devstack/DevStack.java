package dev.holdfast.devstack;

import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StackState;
import dev.holdfast.devstack.control.StateFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The stack's own process: `holdfast up` starts it. It ends, with all parts, on SIGTERM and SIGINT. */
public final class DevStack {
    private static final int FAILED = 125;

    /** Held until the process ends, however it ends; a reference keeps it from being collected before. */
    @SuppressWarnings("unused")
    private static @Nullable FileChannel lock;

    private DevStack() {}

    public static void main(String[] arguments) throws InterruptedException {
        Progress progress = new Progress(System.err);
        try {
            run(progress);
        } catch (StackFailure failure) {
            failure.explanation().lines().forEach(line -> progress.line("", line));
            System.exit(FAILED); // the parts that did start are stopped by the hook
        } catch (IOException e) {
            progress.line("", e.toString());
            System.exit(FAILED);
        }
        new CountDownLatch(1).await();
    }

    private static void run(Progress progress) throws IOException {
        long begun = System.nanoTime();
        Path root = Path.of(System.getProperty("holdfast.root", "."))
                .toAbsolutePath()
                .normalize();
        StackHome home = StackHome.from(System.getenv());
        home.create();
        lock = lock(home);
        StateFile file = new StateFile(home);
        Optional<StackState> earlier = file.read();
        StackConfiguration configuration =
                StackConfiguration.from(root, home, System.getenv(), port -> isOurs(earlier, port));
        Stack stack = new Stack(configuration, new StateBoard(file), progress, earlier);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(stack), "stop"));
        stack.start();
        progress.line("", "ready in " + Progress.seconds(Duration.ofNanos(System.nanoTime() - begun)));
    }

    private static void stop(Stack stack) {
        try {
            stack.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static FileChannel lock(StackHome home) throws IOException {
        FileChannel channel = FileChannel.open(home.lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            channel.close();
            throw new StackFailure("a stack already runs in " + home.directory()
                    + ": use it, stop it by './holdfast down', or choose another directory by " + StackHome.VARIABLE);
        }
        return channel;
    }

    private static boolean isOurs(Optional<StackState> earlier, int port) {
        Pattern named = Pattern.compile(":" + port + "\\b");
        return earlier.map(StackState::parts).stream()
                .flatMap(parts -> parts.stream().filter(PartState::isAlive))
                .anyMatch(part ->
                        named.matcher(part.address() + " " + part.note()).find());
    }
}
