package dev.holdfast.workflows;

import dev.holdfast.contract.Executor;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskResult;
import io.temporal.common.SearchAttributeUpdate;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What operators see of a task in the Temporal UI. Says only what is new. */
final class Visibility {
    private final ProjectId project;
    private @Nullable TaskResult shown;

    Visibility(ProjectId project) {
        this.project = project;
    }

    void show(TaskResult task) {
        List<SearchAttributeUpdate<?>> news = new ArrayList<>();
        if (shown == null) {
            news.add(SearchAttributes.PROJECT.valueSet(project.value()));
        }
        if (shown == null || shown.state() != task.state()) {
            news.add(SearchAttributes.STATE.valueSet(task.state().json()));
        }
        Executor executor = task.executor();
        if (executor != null && (shown == null || shown.executor() == null)) {
            news.add(SearchAttributes.EXECUTOR.valueSet(executor.json()));
            if (task.image() != null) {
                news.add(SearchAttributes.IMAGE.valueSet(task.image()));
            }
        }
        Integer exitCode = task.exitCode();
        if (exitCode != null && (shown == null || shown.exitCode() == null)) {
            news.add(SearchAttributes.EXIT_CODE.valueSet(exitCode.longValue()));
        }
        shown = task;
        if (!news.isEmpty()) {
            Workflow.upsertTypedSearchAttributes(news.toArray(new SearchAttributeUpdate<?>[0]));
        }
        Workflow.setCurrentDetails(task.state().json() + ": " + task.reason());
    }
}
