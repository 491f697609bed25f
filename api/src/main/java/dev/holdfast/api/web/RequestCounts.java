package dev.holdfast.api.web;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/** How often each operation was asked for, how it was answered and how long that took. */
@Component
class RequestCounts implements HandlerInterceptor {
    private static final String STARTED = "dev.holdfast.started";

    /** What requests are told apart by; few, because the pattern and not the address counts. */
    record Kind(String operation, int status) implements Comparable<Kind> {
        @Override
        public int compareTo(Kind other) {
            int byOperation = operation.compareTo(other.operation);
            return byOperation != 0 ? byOperation : Integer.compare(status, other.status);
        }
    }

    record Count(LongAdder requests, LongAdder nanos) {}

    private final Map<Kind, Count> counts = new ConcurrentHashMap<>();

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        request.setAttribute(STARTED, System.nanoTime());
        return true;
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        if (request.getDispatcherType() == DispatcherType.REQUEST
                && request.getAttribute(STARTED) instanceof Long started
                && request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE) instanceof String pattern) {
            Count count = counts.computeIfAbsent(
                    new Kind(request.getMethod() + " " + pattern, response.getStatus()),
                    kind -> new Count(new LongAdder(), new LongAdder()));
            count.requests().increment();
            count.nanos().add(System.nanoTime() - started);
        }
    }

    void forEach(BiConsumer<Kind, Count> visitor) {
        new TreeMap<>(counts).forEach(visitor);
    }
}
