package dev.holdfast.api;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** Entry point of the API. */
@SpringBootApplication
@EnableConfigurationProperties(ApiSettings.class)
public class ApiApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(ApiApplication.class, arguments);
    }
}
