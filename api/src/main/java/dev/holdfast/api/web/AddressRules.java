package dev.holdfast.api.web;

import dev.holdfast.api.access.Caller;
import dev.holdfast.contract.InvalidFieldException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Refuses addresses that no operation can mean: parameters that it does not know, and characters that can be stored
 * nowhere. The query is read here and not by the server, which fails on some of what it cannot read and drops the rest.
 */
final class AddressRules implements HandlerInterceptor {
    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    private final Map<Method, Optional<List<String>>> known = new ConcurrentHashMap<>();

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        // What is open to everybody is asked by probes, which may add what they like.
        if (request.getAttribute(Caller.ATTRIBUTE) == null || !(handler instanceof HandlerMethod operation)) {
            return true;
        }
        variables(request).forEach(AddressRules::requireStorable);
        String query = request.getQueryString();
        if (query != null && !query.isEmpty()) {
            Optional<List<String>> names = known.computeIfAbsent(operation.getMethod(), method -> names(operation));
            for (String pair : query.split("&", -1)) {
                check(pair, names);
            }
        }
        return true;
    }

    private static void check(String pair, Optional<List<String>> known) {
        if (pair.isEmpty()) {
            return;
        }
        int equals = pair.indexOf('=');
        String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
        if (name.isEmpty()) {
            throw new InvalidFieldException("query", "has a parameter without a name");
        }
        if (known.isPresent() && !known.get().contains(name)) {
            throw unknown(name, known.get());
        }
        requireStorable(name, decoded(equals < 0 ? "" : pair.substring(equals + 1)));
    }

    /** @param known the names of all parameters that the operation has */
    static InvalidFieldException unknown(String name, List<String> known) {
        return new InvalidFieldException(
                name,
                known.isEmpty()
                        ? "is not a known parameter; there are none here"
                        : "is not a known parameter; known are " + String.join(", ", known));
    }

    private static String decoded(String written) {
        try {
            return URLDecoder.decode(written, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw new InvalidFieldException("query", "is not encoded as addresses are; write % as %25");
        }
    }

    private static void requireStorable(String name, String value) {
        if (value.indexOf('\0') >= 0) {
            throw new InvalidFieldException(name, "has a NUL character");
        }
    }

    private static Map<String, String> variables(HttpServletRequest request) {
        @SuppressWarnings("unchecked") // as Spring documents it
        Map<String, String> variables =
                (Map<String, String>) request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        return variables == null ? Map.of() : variables;
    }

    /** Empty for an operation that takes all of them, and looks at their names itself. */
    private static Optional<List<String>> names(HandlerMethod operation) {
        List<MethodParameter> parameters = Stream.of(operation.getMethodParameters())
                .filter(parameter -> parameter.hasParameterAnnotation(RequestParam.class))
                .toList();
        if (parameters.stream().anyMatch(parameter -> Map.class.isAssignableFrom(parameter.getParameterType()))) {
            return Optional.empty();
        }
        parameters.forEach(parameter -> parameter.initParameterNameDiscovery(NAMES));
        return Optional.of(parameters.stream()
                .map(parameter -> String.valueOf(parameter.getParameterName()))
                .toList());
    }
}
