package dev.holdfast.projects.detect.ecosystems;

import dev.holdfast.projects.detect.Ecosystem;
import dev.holdfast.projects.detect.ProjectBuilder;
import dev.holdfast.projects.detect.ProjectDetector;
import dev.holdfast.projects.detect.SourceDirectory;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** PowerShell modules and Pester's tests. */
final class PowershellDetector implements ProjectDetector {
    private static final Pattern VERSION = Pattern.compile("(?m)^\\s*PowerShellVersion\\s*=\\s*['\"]([^'\"]+)['\"]");
    private static final String REPORT = ProjectBuilder.REPORTS + "/pester.xml";

    @Override
    public List<String> looksFor() {
        return List.of("*.psd1", "*.psm1", "*.Tests.ps1");
    }

    @Override
    public Optional<Found> detect(SourceDirectory directory) {
        Optional<String> marker =
                directory.ending(".psd1").or(() -> directory.ending(".psm1")).or(() -> directory.ending(".Tests.ps1"));
        if (marker.isEmpty()) {
            return Optional.empty();
        }
        return new ProjectBuilder(directory, Ecosystem.POWERSHELL, "pwsh")
                .evidence(marker.get(), "PowerShell")
                .version(directory.text(marker.get()).find(VERSION, "asks for PowerShell {}"))
                .test(
                        "pwsh -NoProfile -Command \"\\$c = New-PesterConfiguration; \\$c.Run.Exit = \\$true;"
                                + " \\$c.TestResult.Enabled = \\$true; \\$c.TestResult.OutputFormat = 'JUnitXml';"
                                + " \\$c.TestResult.OutputPath = '" + REPORT + "'; Invoke-Pester -Configuration \\$c\"",
                        REPORT)
                .lint("pwsh -NoProfile -Command \"Invoke-ScriptAnalyzer -Path . -Recurse -EnableExit\"")
                .found(true);
    }
}
