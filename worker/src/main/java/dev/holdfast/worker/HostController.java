package dev.holdfast.worker;

import dev.holdfast.activities.pool.PoolStatistics;
import dev.holdfast.activities.pool.WarmPool;
import dev.holdfast.activities.sandbox.AirGap;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxProviders;
import dev.holdfast.activities.sandbox.home.KeptDirectory;
import dev.holdfast.activities.sandbox.home.ProjectVolumes;
import dev.holdfast.contract.Executor;
import dev.holdfast.workflows.ReaperActivities;
import dev.holdfast.workflows.ReaperActivities.ReapReport;
import dev.holdfast.workflows.ReaperActivities.ReapRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What the operator of this host sees and does here: the pool, and what projects keep. On the loopback only. */
@RestController
@RequestMapping("/host")
class HostController {
    record Volumes(List<KeptDirectory> volumes) {}

    record AirGapReport(List<AirGap.Finding> findings) {}

    private final HostKey key;
    private final WarmPool pool;
    private final ProjectVolumes volumes;
    private final SandboxConfig config;
    private final SandboxProviders providers;
    private final ReaperActivities sweep;

    HostController(
            HostKey key,
            WarmPool pool,
            ProjectVolumes volumes,
            SandboxConfig config,
            SandboxProviders providers,
            ReaperActivities sweep) {
        this.key = key;
        this.pool = pool;
        this.volumes = volumes;
        this.config = config;
        this.providers = providers;
        this.sweep = sweep;
    }

    @GetMapping("/pool")
    PoolStatistics pool(@RequestHeader(name = "Authorization", required = false) @Nullable String authorization) {
        key.require(authorization);
        return pool.statistics();
    }

    /** Tries it, which takes a sandbox and a second. */
    @GetMapping("/air-gap")
    AirGapReport airGap(@RequestHeader(name = "Authorization", required = false) @Nullable String authorization) {
        key.require(authorization);
        return new AirGapReport(new AirGap(config, providers.of(Executor.AUTO)).findings());
    }

    @GetMapping("/volumes")
    Volumes volumes(@RequestHeader(name = "Authorization", required = false) @Nullable String authorization) {
        key.require(authorization);
        return new Volumes(volumes.list());
    }

    /** Removes what no sandbox uses and fits all that is given. */
    @DeleteMapping("/volumes")
    Volumes prune(
            @RequestHeader(name = "Authorization", required = false) @Nullable String authorization,
            @RequestParam(name = "project", required = false) @Nullable String project,
            @RequestParam(name = "name", required = false) @Nullable String name,
            @RequestParam(name = "unusedForSeconds", defaultValue = "0") long unusedForSeconds) {
        key.require(authorization);
        Instant before = Instant.now().minus(Duration.ofSeconds(unusedForSeconds));
        Predicate<KeptDirectory> unwanted =
                kept -> (project == null || kept.project().value().equals(project))
                        && (name == null || kept.name().equals(name))
                        && !kept.lastUsed().isAfter(before);
        return new Volumes(volumes.prune(unwanted));
    }

    /** One round of the reaper, or what it would do. */
    @PostMapping("/reap")
    ReapReport reap(
            @RequestHeader(name = "Authorization", required = false) @Nullable String authorization,
            @RequestParam(name = "dryRun", defaultValue = "true") boolean dryRun) {
        key.require(authorization);
        return sweep.reap(new ReapRequest(dryRun));
    }
}
