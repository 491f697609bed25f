package dev.holdfast.projects.run;

import dev.holdfast.projects.detect.Ecosystem;
import java.util.Map;

/** PowerShell, which looks for updates. */
final class PowershellRunner implements Runner {
    @Override
    public Ecosystem ecosystem() {
        return Ecosystem.POWERSHELL;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("CI", "true", "POWERSHELL_UPDATECHECK", "Off", "POWERSHELL_TELEMETRY_OPTOUT", "1");
    }
}
