package dev.holdfast.validation;

import dev.holdfast.contract.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PowerShell has no grammar here: comments and texts are blanked, then commands are looked for. */
final class PowershellCheck {
    private record Command(String id, Severity severity, Pattern pattern, String message, String remedy) {}

    private static final Pattern QUIET = Pattern.compile(
            "<#.*?#>|(?<![\\w`])#[^\\n]*|@\"\\s*\\n.*?\\n\"@|@'\\s*\\n.*?\\n'@|'(?:[^'\\n]|'')*'|\"(?:[^\"`\\n]|`.|\"\")*\"",
            Pattern.DOTALL);
    private static final String COMMAND = "(?im)(?:^|[|;&{(=]|\\breturn\\b)\\s*(?:&\\s*)?";
    private static final List<Command> COMMANDS = List.of(
            new Command(
                    "ps-invoke-expression",
                    Severity.CRITICAL,
                    Pattern.compile(COMMAND + "(Invoke-Expression|iex)\\b"),
                    "runs text as code",
                    "call the command itself"),
            new Command(
                    "ps-download",
                    Severity.ERROR,
                    Pattern.compile("(?i)\\.(DownloadString|DownloadFile)\\s*\\("),
                    "brings code from elsewhere",
                    "download it, check its hash, then run it"),
            new Command(
                    "ps-encoded",
                    Severity.CRITICAL,
                    Pattern.compile("(?i)\\b(?:powershell|pwsh)(?:\\.exe)?\\b[^\\n]*\\s(-e(?:nc|ncodedcommand)?)\\b"),
                    "hides what it runs",
                    "write the command down"),
            new Command(
                    "ps-start-process",
                    Severity.WARNING,
                    Pattern.compile(COMMAND + "(Start-Process|saps)\\s+\\$"),
                    "starts a program whose name is computed",
                    "name the program"),
            new Command(
                    "ps-add-type",
                    Severity.ERROR,
                    Pattern.compile(COMMAND + "(Add-Type)\\s+(?:-TypeDefinition\\s+)?\\$"),
                    "compiles text that is computed",
                    "ship it as a module"),
            new Command(
                    "ps-scriptblock",
                    Severity.CRITICAL,
                    Pattern.compile("(?i)(\\[ScriptBlock\\]::Create)\\s*\\("),
                    "makes code of text",
                    "write the block down"),
            new Command(
                    "ps-policy",
                    Severity.WARNING,
                    Pattern.compile(COMMAND + "(Set-ExecutionPolicy)\\s+(?:Bypass|Unrestricted)"),
                    "lets any script run",
                    "sign the scripts"));

    private PowershellCheck() {}

    static boolean concerns(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".ps1") || lower.endsWith(".psm1");
    }

    static List<Finding> check(Source source) {
        String code = blanked(source.text());
        List<Finding> findings = new ArrayList<>();
        for (Command command : COMMANDS) {
            Matcher found = command.pattern().matcher(code);
            while (found.find()) {
                int start = found.start(1);
                int row = (int)
                        code.substring(0, start).chars().filter(c -> c == '\n').count();
                int column = start - (code.lastIndexOf('\n', start - 1) + 1);
                findings.add(source.finding(
                        command.id(),
                        command.severity(),
                        row,
                        column,
                        found.group(1) + " " + command.message(),
                        command.remedy()));
            }
        }
        return findings;
    }

    /** Everything keeps its place. */
    private static String blanked(String text) {
        Matcher quiet = QUIET.matcher(text);
        StringBuilder code = new StringBuilder(text);
        while (quiet.find()) {
            for (int i = quiet.start(); i < quiet.end(); i++) {
                if (code.charAt(i) != '\n') {
                    code.setCharAt(i, ' ');
                }
            }
        }
        return code.toString();
    }
}
