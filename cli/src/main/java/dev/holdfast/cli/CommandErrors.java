package dev.holdfast.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a person reads when a command cannot do its work. The stack trace comes only with HOLDFAST_DEBUG. */
final class CommandErrors {
    private CommandErrors() {}

    static int wrongUsage(ParameterException error, String[] arguments) {
        CommandLine command = error.getCommandLine();
        PrintWriter err = command.getErr();
        if (arguments.length > 0 && !arguments[0].startsWith("-") && !Commands.NAMES.contains(arguments[0])) {
            err.println("holdfast: there is no command '" + arguments[0] + "'"
                    + Spelling.nearest(arguments[0], Commands.NAMES)
                            .map(meant -> "; did you mean 'holdfast " + meant + "'?")
                            .orElse("; 'holdfast --help' lists all"));
            return ExitCodes.USAGE;
        }
        err.println("holdfast: " + error.getMessage());
        if (!UnmatchedArgumentException.printSuggestions(error, err)) {
            err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        }
        return ExitCodes.USAGE;
    }

    static int failed(Exception error, CommandLine command, @Nullable ParseResult parsed) {
        PrintWriter err = command.getErr();
        String message = error.getMessage();
        err.println("holdfast: " + (message == null ? error.getClass().getSimpleName() : message));
        if (System.getenv("HOLDFAST_DEBUG") != null) {
            error.printStackTrace(err);
        } else if (!(error instanceof CommandFailure)) {
            err.println("Set HOLDFAST_DEBUG=1 to see where it happened.");
        }
        return error instanceof CommandFailure failure ? failure.exitCode() : ExitCodes.PLATFORM;
    }
}
