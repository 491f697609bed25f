package dev.holdfast.cli;

import dev.holdfast.cli.bench.BenchCommand;
import dev.holdfast.cli.doctor.DoctorCommand;
import dev.holdfast.cli.images.ImagesCommand;
import dev.holdfast.cli.keeping.AuditCommand;
import dev.holdfast.cli.keeping.DiffCommand;
import dev.holdfast.cli.keeping.ExportCommand;
import dev.holdfast.cli.keeping.ImportCommand;
import dev.holdfast.cli.keeping.PinCommand;
import dev.holdfast.cli.keeping.PruneCommand;
import dev.holdfast.cli.keeping.StatsCommand;
import dev.holdfast.cli.lab.ChaosCommand;
import dev.holdfast.cli.lab.ReplayCommand;
import dev.holdfast.cli.mcp.McpCommand;
import dev.holdfast.cli.projects.BootstrapCommand;
import dev.holdfast.cli.projects.BuildCommand;
import dev.holdfast.cli.projects.DetectCommand;
import dev.holdfast.cli.projects.DoCommand;
import dev.holdfast.cli.projects.InitCommand;
import dev.holdfast.cli.projects.TestCommand;
import dev.holdfast.cli.projects.ValidateCommand;
import dev.holdfast.cli.secrets.SecretCommand;
import dev.holdfast.cli.stack.DownCommand;
import dev.holdfast.cli.stack.ReapCommand;
import dev.holdfast.cli.stack.StatusCommand;
import dev.holdfast.cli.stack.UpCommand;
import dev.holdfast.cli.stack.VolumesCommand;
import dev.holdfast.cli.tasks.ArtifactsCommand;
import dev.holdfast.cli.tasks.CancelCommand;
import dev.holdfast.cli.tasks.CloseCommand;
import dev.holdfast.cli.tasks.CpCommand;
import dev.holdfast.cli.tasks.ExecCommand;
import dev.holdfast.cli.tasks.InspectCommand;
import dev.holdfast.cli.tasks.LogsCommand;
import dev.holdfast.cli.tasks.PsCommand;
import dev.holdfast.cli.tasks.RerunCommand;
import dev.holdfast.cli.tasks.RunCommand;
import dev.holdfast.cli.tasks.ShellCommand;
import dev.holdfast.cli.tokens.TokenCommand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All commands by name. A command's class is loaded when its instance is asked for, never before. */
final class Commands {
    /** In the order in which the help lists them. */
    static final List<String> NAMES = List.of(
            "run",
            "exec",
            "shell",
            "close",
            "test",
            "build",
            "do",
            "detect",
            "init",
            "validate",
            "bootstrap",
            "ps",
            "logs",
            "inspect",
            "artifacts",
            "cp",
            "cancel",
            "rerun",
            "diff",
            "export",
            "import",
            "stats",
            "audit",
            "pin",
            "prune",
            "secret",
            "token",
            "volumes",
            "images",
            "reap",
            "up",
            "down",
            "status",
            "doctor",
            "mcp",
            "completion",
            "bench",
            "replay",
            "chaos");

    private Commands() {}

    static @Nullable Object create(String name) {
        return switch (name) {
            case "run" -> RunCommand.commandLine();
            case "exec" -> ExecCommand.commandLine();
            case "shell" -> new ShellCommand();
            case "close" -> new CloseCommand();
            case "test" -> new TestCommand();
            case "build" -> new BuildCommand();
            case "do" -> new DoCommand();
            case "detect" -> new DetectCommand();
            case "init" -> new InitCommand();
            case "validate" -> new ValidateCommand();
            case "bootstrap" -> new BootstrapCommand();
            case "ps" -> new PsCommand();
            case "logs" -> new LogsCommand();
            case "inspect" -> new InspectCommand();
            case "artifacts" -> new ArtifactsCommand();
            case "cp" -> new CpCommand();
            case "cancel" -> new CancelCommand();
            case "rerun" -> new RerunCommand();
            case "diff" -> new DiffCommand();
            case "export" -> new ExportCommand();
            case "import" -> new ImportCommand();
            case "stats" -> new StatsCommand();
            case "audit" -> new AuditCommand();
            case "pin" -> new PinCommand();
            case "prune" -> new PruneCommand();
            case "secret" -> new SecretCommand();
            case "token" -> new TokenCommand();
            case "images" -> new ImagesCommand();
            case "volumes" -> new VolumesCommand();
            case "reap" -> new ReapCommand();
            case "up" -> new UpCommand();
            case "down" -> new DownCommand();
            case "status" -> new StatusCommand();
            case "doctor" -> new DoctorCommand();
            case "completion" -> new CompletionCommand();
            case "mcp" -> new McpCommand();
            case "bench" -> new BenchCommand();
            case "replay" -> new ReplayCommand();
            case "chaos" -> new ChaosCommand();
            default -> null;
        };
    }
}
