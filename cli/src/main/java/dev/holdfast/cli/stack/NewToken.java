package dev.holdfast.cli.stack;

import dev.holdfast.devstack.control.StackHome;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.function.Consumer;

/** Shows the token of a machine when it was made by the start that is under way, and never again. */
public final class NewToken {
    private final StackHome home;
    private final boolean wanted;

    private NewToken(StackHome home, boolean wanted) {
        this.home = home;
        this.wanted = wanted;
    }

    /** To be asked before the start. */
    public static NewToken of(StackHome home) {
        return new NewToken(home, !Files.exists(home.token()));
    }

    /** The same for this machine's stack; nothing is shown where the environment names an API elsewhere. */
    public static NewToken of(Map<String, String> environment) {
        StackHome home = StackHome.from(environment);
        boolean elsewhere = !environment.getOrDefault(StackAccess.API_URL, "").isBlank();
        return new NewToken(home, !elsewhere && !Files.exists(home.token()));
    }

    boolean isExpected() {
        return wanted;
    }

    /** To be called when the API has started. */
    public void show(Consumer<String> people) throws IOException {
        if (wanted && Files.isReadable(home.token())) {
            people.accept("holdfast: the token of this machine, shown this once and kept in " + home.token()
                    + " (mode 0600): " + Files.readString(home.token()).strip());
        }
    }
}
