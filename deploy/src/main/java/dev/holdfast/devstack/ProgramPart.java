package dev.holdfast.devstack;

import dev.holdfast.devstack.control.JavaProgram;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** One of our own programs, as the build left it in target/dist. */
final class ProgramPart implements Part {
    static final String API = "api";
    static final String WORKER = "worker";

    /**
     * Of the two compilers only the quick one. What the other one needs, code that counts what it does, is a third slower,
     * and a stack on one machine hardly ever does anything often enough to get beyond that.
     */
    private static final String COMPILE_QUICKLY = "-XX:TieredStopAtLevel=1";

    /** After a tenth of the usual calls: a hundred tasks cost 105 ms of processor time each before, and cost 64 since. */
    static final String COMPILE_SOON = "-XX:CompileThresholdScaling=0.1";

    /** What a processor has to remember of where memory lies: a virtual one pays twice for what it does not. */
    static final String LARGE_PAGES = "-XX:+UseTransparentHugePages";

    private static final int SHORT_HEADERS_SINCE = 25;

    private final StackConfiguration stack;
    private final String name;
    private final String title;
    private final String mainClass;
    private final PortName port;
    private final String health;
    private final ProgramEnvironment programEnvironment;

    private ProgramPart(
            StackConfiguration stack,
            ProgramEnvironment programEnvironment,
            String name,
            String title,
            String mainClass,
            PortName port,
            String health) {
        this.stack = stack;
        this.programEnvironment = programEnvironment;
        this.name = name;
        this.title = title;
        this.mainClass = mainClass;
        this.port = port;
        this.health = health;
    }

    static ProgramPart api(StackConfiguration stack, ProgramEnvironment environment) {
        return new ProgramPart(
                stack, environment, API, "REST API", "dev.holdfast.api.ApiApplication", PortName.API, "/v1/health");
    }

    static ProgramPart worker(StackConfiguration stack, ProgramEnvironment environment) {
        return new ProgramPart(
                stack,
                environment,
                WORKER,
                "worker",
                "dev.holdfast.worker.WorkerApplication",
                PortName.WORKER,
                "/actuator/health");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String address() {
        return "http://" + stack.ports().address(port);
    }

    @Override
    public Set<String> needs() {
        return Set.of(PostgresPart.NAME, S3Part.NAME, TemporalPart.NAME);
    }

    @Override
    public List<PortName> ports() {
        return List.of(port);
    }

    @Override
    public Launch prepare(Progress progress) throws IOException, InterruptedException {
        JavaProgram program = JavaProgram.built(stack.root(), name, mainClass, options());
        return new Launch(
                program.command(stack.argumentFile(name)),
                programEnvironment.of(name),
                StopSignal.TERM,
                program.version());
    }

    /**
     * Objects with half of the header, where the JVM has them for production: together with the large pages they took a
     * twelfth off the processor time of worker and API. A cache of classes fits only JVMs that have the same ones.
     */
    static List<String> shortHeaders() {
        return Runtime.version().feature() >= SHORT_HEADERS_SINCE ? List.of("-XX:+UseCompactObjectHeaders") : List.of();
    }

    String mainClass() {
        return mainClass;
    }

    @Override
    public boolean isReady() {
        return HttpProbe.isOk(address() + health);
    }

    private List<String> options() {
        List<String> options = new ArrayList<>(
                List.of("-Xmx512m", "-Djava.awt.headless=true", "-XX:+UseSerialGC", COMPILE_QUICKLY, COMPILE_SOON));
        options.add(LARGE_PAGES);
        options.addAll(shortHeaders());
        String added = stack.setting("HOLDFAST_" + name.toUpperCase(Locale.ROOT) + "_JAVA_OPTIONS");
        if (!added.isEmpty()) {
            options.addAll(List.of(added.split("\\s+")));
        }
        return options;
    }
}
