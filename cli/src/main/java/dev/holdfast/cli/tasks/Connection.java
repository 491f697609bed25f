package dev.holdfast.cli.tasks;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.stack.NewToken;
import dev.holdfast.cli.stack.StackAccess;
import dev.holdfast.client.Holdfast;
import java.io.IOException;
import java.util.function.Consumer;

/** Finds the API: the one that the environment names, else the one of this machine. */
public final class Connection {
    private Connection() {}

    /** Starts what is needed on this machine when nobody answers. */
    public static Holdfast started(Consumer<String> progress) {
        try {
            NewToken token = NewToken.of(System.getenv());
            Holdfast holdfast = to(StackAccess.ensureRunning(progress));
            token.show(progress);
            return holdfast;
        } catch (IOException failure) {
            throw unreadable(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted while Holdfast was starting");
        }
    }

    public static Holdfast existing() {
        try {
            return to(StackAccess.find()
                    .orElseThrow(() -> new CommandFailure("Holdfast does not run on this machine: start it with"
                            + " './holdfast up --detach', or name an API elsewhere by " + StackAccess.API_URL)));
        } catch (IOException failure) {
            throw unreadable(failure);
        }
    }

    private static Holdfast to(StackAccess access) {
        return Holdfast.builder()
                .baseUrl(access.baseUrl().toString())
                .token(access.token())
                .build();
    }

    private static CommandFailure unreadable(IOException failure) {
        CommandFailure explained =
                new CommandFailure("the state of this machine's Holdfast cannot be read: " + failure.getMessage());
        explained.initCause(failure);
        return explained;
    }
}
