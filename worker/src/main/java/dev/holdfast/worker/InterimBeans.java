package dev.holdfast.worker;

import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.local.LocalProvider;
import dev.holdfast.activities.task.Sandboxes;
import dev.holdfast.activities.task.TaskFiles;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.SandboxActivities.CollectRequest;
import dev.holdfast.workflows.SandboxActivities.Collected;
import dev.holdfast.workflows.SandboxActivities.Staged;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class InterimBeans {
    @Bean
    Sandboxes sandboxes(WorkerProperties properties) {
        SandboxProvider local = LocalProvider.open(SandboxConfig.defaults(properties.homeDirectory()));
        return new Sandboxes() {
            @Override
            public Choice choose(TaskSpec spec) {
                return new Choice(
                        Executor.LOCAL, "interim", spec.image(), spec.limits().orElse(Limits.DEFAULTS), List.of());
            }

            @Override
            public SandboxProvider of(Executor executor) {
                return local;
            }
        };
    }

    @Bean
    TaskFiles files() {
        return new TaskFiles() {
            @Override
            public Staged bringIn(TaskSpec spec, Limits limits, Supervisor supervisor, Runnable still) {
                return new Staged(0, 0);
            }

            @Override
            public Collected bringOut(CollectRequest request, Supervisor supervisor, Runnable still) {
                return new Collected(List.of(), 0, List.of());
            }
        };
    }
}
