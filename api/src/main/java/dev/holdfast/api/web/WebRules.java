package dev.holdfast.api.web;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.api.tasks.Tasks;
import java.time.Clock;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Puts the rules before every operation. */
@Configuration(proxyBeanMethods = false)
class WebRules implements WebMvcConfigurer {
    private final Tasks tasks;
    private final HistoryDatabase database;

    WebRules(Tasks tasks, HistoryDatabase database) {
        this.tasks = tasks;
        this.database = database;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new AccessRules(tasks, database.auditTrail(), Clock.systemUTC()));
    }
}
