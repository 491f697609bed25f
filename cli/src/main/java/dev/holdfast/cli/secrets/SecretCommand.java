package dev.holdfast.cli.secrets;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.tasks.Connection;
import dev.holdfast.cli.tasks.Failures;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.rest.SecretInfo;
import dev.holdfast.contract.rest.SecretValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps, lists and removes secrets. Values come from a file or from standard input, never from the command line. */
@Command(
        name = "secret",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Keeps secrets for tasks, encrypted. A task names them ('run --secret NAME') and never carries their value.",
            ""
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  printf %%s \"$TOKEN\" | holdfast secret set GITHUB_TOKEN",
            "  holdfast secret set DEPLOY_KEY --from id_ed25519 --project web",
            "  holdfast run --secret GITHUB_TOKEN -- sh -c 'test -n \"$GITHUB_TOKEN\"'",
            "  holdfast secret list"
        })
public final class SecretCommand {
    private static final String ROW = "%-24s %-16s %-16s %s%n";

    @Command(
            name = "set",
            mixinStandardHelpOptions = true,
            description = "Keeps a secret; its value is read from standard input, asked for on a terminal.")
    int set(
            @Parameters(paramLabel = "NAME", description = "Letters, digits and '_'.") String name,
            @Option(names = "--project", paramLabel = "NAME", description = "Whose tasks may use it.") @Nullable String project,
            @Option(names = "--from", paramLabel = "FILE", description = "Reads the value from a file, byte for byte.")
                    @Nullable Path file) {
        return Failures.explained(() -> {
            try {
                byte[] value = file == null ? asked(name) : Files.readAllBytes(file);
                Connection.existing()
                        .administration()
                        .setSecret(
                                project(project),
                                name,
                                new SecretValue(null, Base64.getEncoder().encodeToString(value)));
            } catch (IOException failure) {
                throw new CommandFailure("the value cannot be read: " + failure.getMessage());
            }
            System.err.println("holdfast: secret " + name + " is kept for project " + project(project));
            return ExitCodes.OK;
        });
    }

    private static byte[] asked(String name) throws IOException {
        if (Terminal.isStdin()) {
            char[] typed = Objects.requireNonNull(System.console()).readPassword("Value of %s: ", name);
            if (typed == null) {
                throw new CommandFailure("no value was given");
            }
            return new String(typed).getBytes(StandardCharsets.UTF_8);
        }
        byte[] piped = System.in.readAllBytes();
        // 'echo' adds a line break that is no part of any secret.
        boolean broken = piped.length > 0 && piped[piped.length - 1] == '\n';
        return broken ? Arrays.copyOf(piped, piped.length - 1) : piped;
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists names, never values.")
    int list(
            @Option(
                            names = {"-o", "--output"},
                            paramLabel = "FORMAT",
                            defaultValue = "TEXT",
                            description = "text, or json: an array of secrets.")
                    Format format) {
        List<SecretInfo> secrets =
                Failures.explained(() -> Connection.existing().administration().secrets());
        if (format == Format.JSON) {
            Json.print(System.out, secrets);
            return ExitCodes.OK;
        }
        System.out.printf(ROW, "NAME", "PROJECT", "SET BY", "AT");
        secrets.forEach(
                secret -> System.out.printf(ROW, secret.name(), secret.project(), secret.createdBy(), secret.at()));
        return ExitCodes.OK;
    }

    @Command(name = "remove", mixinStandardHelpOptions = true, description = "Removes a secret.")
    int remove(
            @Parameters(paramLabel = "NAME", description = "As 'list' shows it.") String name,
            @Option(names = "--project", paramLabel = "NAME", description = "Whose it is.") @Nullable String project) {
        return Failures.explained(() -> {
            try {
                Connection.existing().administration().removeSecret(project(project), name);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            System.out.println(name);
            return ExitCodes.OK;
        });
    }

    private static ProjectId project(@Nullable String name) {
        return name == null ? ProjectId.DEFAULT : new ProjectId(name);
    }
}
