package dev.holdfast.cli;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Entry point. Only the command that was asked for is loaded, because start time is felt at every call. */
@Command(
        name = "holdfast",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Runs what agents want to run: durable tasks in sandboxes.",
        synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {
    @Spec
    @Nullable CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(execute(arguments));
    }

    static int execute(String... arguments) {
        if (arguments.length == 1 && isVersion(arguments[0])) {
            System.out.println(Version.line()); // without picocli, whose start costs more than this answer
            return ExitCodes.OK;
        }
        String[] meant = arguments.length > 0 && arguments[0].equals("help") ? helpOf(arguments) : arguments;
        return commandLine(meant).execute(meant);
    }

    /** As many type it: {@code help run} for {@code run --help}. */
    private static String[] helpOf(String... arguments) {
        String[] meant = Arrays.copyOfRange(arguments, 1, arguments.length + 1);
        meant[meant.length - 1] = "--help";
        return meant;
    }

    private static boolean isVersion(String argument) {
        return argument.equals("--version") || argument.equals("-V");
    }

    /** The whole tree is built only where it is shown: for help, and for suggestions after a wrong name. */
    private static CommandLine commandLine(String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        Object only = Commands.create(first);
        CommandLine root = new CommandLine(new Main());
        if (only != null) {
            root.addSubcommand(first, only);
        } else {
            Commands.NAMES.forEach(name -> root.addSubcommand(name, Commands.create(name)));
        }
        return configured(root);
    }

    /** All commands, whatever that costs. */
    static CommandLine everything() {
        return commandLine();
    }

    private static CommandLine configured(CommandLine root) {
        return root.setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(CommandErrors::wrongUsage)
                .setExecutionExceptionHandler(CommandErrors::failed);
    }

    @Override
    public void run() {
        CommandLine own = Objects.requireNonNull(spec).commandLine();
        throw new ParameterException(own, "a command is needed, one of " + String.join(", ", Commands.NAMES));
    }
}
