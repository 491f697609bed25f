package dev.holdfast.api.web;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.api.tasks.Tasks;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Puts the rules before every operation. */
@Configuration(proxyBeanMethods = false)
class WebRules implements WebMvcConfigurer {
    private final Tasks tasks;
    private final HistoryDatabase database;
    private final RequestCounts counts;
    private final Readings readings;
    private final String uiOrigin;

    WebRules(
            Tasks tasks,
            HistoryDatabase database,
            RequestCounts counts,
            Readings readings,
            @Value("${holdfast.api.ui-origin:}") String uiOrigin) {
        this.counts = counts;
        this.readings = readings;
        this.tasks = tasks;
        this.database = database;
        this.uiOrigin = uiOrigin;
    }

    /** Pages of one other origin, if any, may call; and only what decodes payloads for them. */
    @Override
    public void addCorsMappings(CorsRegistry registry) {
        if (!uiOrigin.isBlank()) {
            registry.addMapping(CodecController.PATH + "/*")
                    .allowedOrigins(uiOrigin.strip())
                    .allowedMethods("POST")
                    .allowedHeaders("authorization", "content-type", "x-namespace");
        }
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(counts);
        registry.addInterceptor(new AccessRules(tasks, database.auditTrail(), readings, Clock.systemUTC()));
        registry.addInterceptor(new AddressRules());
    }
}
