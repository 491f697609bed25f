package dev.holdfast.projects.run;

import dev.holdfast.projects.detect.Ecosystem;
import java.util.Map;

/** PHP with Composer, which otherwise warns and asks. */
final class PhpRunner implements Runner {
    @Override
    public Ecosystem ecosystem() {
        return Ecosystem.PHP;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("CI", "true", "COMPOSER_NO_INTERACTION", "1", "COMPOSER_HOME", "/tmp/composer");
    }
}
