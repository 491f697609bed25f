package dev.holdfast.api.web;

import dev.holdfast.activities.history.AuditTrail;
import dev.holdfast.api.access.Caller;
import dev.holdfast.api.access.Forbidden;
import dev.holdfast.api.tasks.Tasks;
import dev.holdfast.api.tasks.UnknownTask;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.Role;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Stands before every operation, so that none can forget to ask: does the caller's role allow it, and is the task one
 * that the caller sees? What was asked for, and how it was answered, goes to the audit.
 */
final class AccessRules implements HandlerInterceptor {
    private static final Logger log = LoggerFactory.getLogger(AccessRules.class);
    private static final String TASKS = "/v1/tasks/";
    private static final Set<String> LOOKING = Set.of("GET", "HEAD", "OPTIONS");

    private final Tasks tasks;
    private final AuditTrail audit;
    private final Readings readings;
    private final Clock clock;

    AccessRules(Tasks tasks, AuditTrail audit, Readings readings, Clock clock) {
        this.readings = readings;
        this.tasks = tasks;
        this.audit = audit;
        this.clock = clock;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        Caller caller = caller(request);
        if (caller == null || !(handler instanceof HandlerMethod operation)) {
            return true;
        }
        try {
            caller.require(role(operation, request.getMethod()));
            requireVisible(caller, taskId(request));
            return true;
        } catch (Forbidden refused) {
            // Who is stopped here never reaches afterCompletion.
            audit(request, caller, "", ProblemType.FORBIDDEN.status().value());
            throw refused;
        } catch (UnknownTask unseen) {
            audit(request, caller, "", ProblemType.UNKNOWN_TASK.status().value());
            throw unseen;
        }
    }

    private void requireVisible(Caller caller, @Nullable String id) {
        if (id != null && caller.project() != null) {
            TaskId taskId = Parameters.taskId(id);
            if (tasks.find(taskId).filter(task -> caller.sees(task.project())).isEmpty()) {
                throw new UnknownTask(id);
            }
        }
    }

    private static Role role(HandlerMethod operation, String method) {
        Needs own = operation.getMethodAnnotation(Needs.class);
        Needs needs =
                own != null ? own : AnnotatedElementUtils.findMergedAnnotation(operation.getBeanType(), Needs.class);
        return needs != null ? needs.value() : LOOKING.contains(method) ? Role.READ : Role.SUBMIT;
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        Caller caller = caller(request);
        if (caller != null && handler instanceof HandlerMethod) {
            String made = response.getHeader("Location");
            audit(request, caller, made == null ? "" : made.replace(TASKS, ""), response.getStatus());
        }
    }

    private void audit(HttpServletRequest request, Caller caller, String made, int status) {
        Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        String action = request.getMethod() + " " + pattern;
        String named = taskId(request);
        String target = named == null ? made : named;
        if (LOOKING.contains(request.getMethod())) {
            readings.add(new Readings.Reading(caller.name(), action, target, status, AuditedInputs.path(request)));
            return;
        }
        AuditTrail.Entry entry =
                new AuditTrail.Entry(clock.instant(), caller.name(), action, target, status, AuditedInputs.in(request));
        // Beside the request: a database that is away must not hold up the caller, and the log has the entry then.
        Thread.ofVirtual().name("audit").start(() -> write(entry));
    }

    private void write(AuditTrail.Entry entry) {
        try {
            audit.record(entry);
        } catch (RuntimeException down) {
            log.warn("audit (not stored): {}", entry);
        }
    }

    private static @Nullable Caller caller(HttpServletRequest request) {
        return (Caller) request.getAttribute(Caller.ATTRIBUTE);
    }

    private static @Nullable String taskId(HttpServletRequest request) {
        return request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> variables
                        && variables.get("id") instanceof String id
                ? id
                : null;
    }
}
