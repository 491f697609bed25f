package dev.holdfast.worker;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** Starts a worker. */
@SpringBootApplication
@EnableConfigurationProperties({WorkerProperties.class, SandboxProperties.class})
public class WorkerApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(WorkerApplication.class, arguments);
    }
}
