package dev.holdfast.cli.tokens;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.cli.tasks.Connection;
import dev.holdfast.cli.tasks.Failures;
import dev.holdfast.contract.Durations;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.rest.AccessToken;
import dev.holdfast.contract.rest.NewToken;
import dev.holdfast.contract.rest.Role;
import dev.holdfast.contract.rest.TokenRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes, lists and revokes tokens. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description =
                "Makes, lists and revokes tokens of the API. Needs a token that may operate, such as this machine's.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  holdfast token create ci --role submit --project web --expires 90d",
            "  holdfast token list",
            "  holdfast token revoke tok-..."
        })
public final class TokenCommand {
    private static final String ROW = "%-14s %-20s %-8s %-16s %s%n";

    @Command(name = "create", mixinStandardHelpOptions = true, description = "Makes a token and prints it, this once.")
    int create(
            @Parameters(paramLabel = "NAME", description = "Who uses it.") String name,
            @Option(
                            names = "--role",
                            paramLabel = "ROLE",
                            defaultValue = "submit",
                            description = "read, submit (also read) or operate (also submit). Default: submit.")
                    String role,
            @Option(
                            names = "--project",
                            paramLabel = "NAME",
                            description = "Confines it to one project; it sees nothing else.")
                    @Nullable String project,
            @Option(names = "--expires", paramLabel = "TIME", description = "12h, 90d. Default: never.") @Nullable String expires,
            @Option(
                            names = {"-o", "--output"},
                            paramLabel = "FORMAT",
                            defaultValue = "TEXT",
                            description = "text, or json.")
                    Format format) {
        NewToken made = Failures.explained(() -> Connection.existing()
                .administration()
                .createToken(new TokenRequest(
                        name,
                        Role.fromJson(role),
                        project == null ? null : new ProjectId(project),
                        expires == null ? null : Durations.parse("expires", expires))));
        if (format == Format.JSON) {
            Json.print(System.out, made);
        } else {
            System.out.println(made.token());
            System.err.println("holdfast: token " + made.about().id() + " is shown this once; keep it safe");
        }
        return ExitCodes.OK;
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists all tokens, without their secrets.")
    int list(
            @Option(
                            names = {"-o", "--output"},
                            paramLabel = "FORMAT",
                            defaultValue = "TEXT",
                            description = "text, or json: an array of tokens.")
                    Format format) {
        List<AccessToken> tokens =
                Failures.explained(() -> Connection.existing().administration().tokens());
        if (format == Format.JSON) {
            Json.print(System.out, tokens);
            return ExitCodes.OK;
        }
        System.out.printf(ROW, "ID", "NAME", "ROLE", "PROJECT", "VALID");
        for (AccessToken token : tokens) {
            System.out.printf(
                    ROW,
                    token.id(),
                    token.name(),
                    token.role().json(),
                    token.project() == null ? "all" : token.project(),
                    validity(token));
        }
        return ExitCodes.OK;
    }

    private static String validity(AccessToken token) {
        if (token.revokedAt() != null) {
            return "revoked " + token.revokedAt();
        }
        return token.expiresAt() == null ? "until it is revoked" : "until " + token.expiresAt();
    }

    @Command(
            name = "revoke",
            mixinStandardHelpOptions = true,
            description = "Ends a token. Takes effect within seconds.")
    int revoke(@Parameters(paramLabel = "ID", arity = "1..*", description = "As 'list' shows them.") List<String> ids) {
        return Failures.explained(() -> {
            for (String id : ids) {
                try {
                    Connection.existing().administration().revokeToken(id);
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
                System.out.println(id);
            }
            return ExitCodes.OK;
        });
    }
}
