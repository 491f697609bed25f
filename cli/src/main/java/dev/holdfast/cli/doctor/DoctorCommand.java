package dev.holdfast.cli.doctor;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.cli.stack.HostAccess;
import dev.holdfast.devstack.control.StackHome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = {
            "Checks the JDK, the container engine, disk, clock, images and the parts of the stack.",
            "Each line says ok or what to do. Exits 1 when something keeps Holdfast from working."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast doctor", "  holdfast doctor -o json"})
public final class DoctorCommand implements Callable<Integer> {
    record Report(boolean healthy, List<Finding> checks) {}

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json")
    Format output = Format.TEXT;

    @Option(
            names = "--air-gap",
            description = "Also tries whether anything gets out of a sandbox or an image in. Takes a sandbox.")
    boolean airGap;

    @Override
    public Integer call() {
        List<Finding> findings = new ArrayList<>();
        StackHome home = StackHome.from(System.getenv());
        findings.addAll(new HostChecks(home.directory()).run());
        findings.addAll(new EngineChecks(System.getenv()).run());
        findings.addAll(new PartChecks(home, System.getenv()).run());
        if (airGap || "true".equals(System.getenv("HOLDFAST_SANDBOXES_AIR_GAPPED"))) {
            findings.addAll(new AirGapChecks(new HostAccess(home)).run());
        }
        boolean healthy = findings.stream().noneMatch(finding -> finding.status() == Finding.Status.PROBLEM);
        if (output == Format.JSON) {
            Json.print(System.out, new Report(healthy, findings));
        } else {
            findings.forEach(DoctorCommand::print);
        }
        return healthy ? ExitCodes.OK : 1;
    }

    private static void print(Finding finding) {
        System.out.println(
                String.format(Locale.ROOT, "%-8s %-10s %s", finding.status().json(), finding.name(), finding.detail()));
        if (finding.fix() != null) {
            System.out.println(" ".repeat(20) + finding.fix());
        }
    }
}
