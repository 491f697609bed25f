package dev.holdfast.projects.run;

import dev.holdfast.projects.detect.Ecosystem;
import java.util.Map;

/** Ruby with Bundler, which otherwise asks questions. */
final class RubyRunner implements Runner {
    @Override
    public Ecosystem ecosystem() {
        return Ecosystem.RUBY;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("CI", "true", "BUNDLE_APP_CONFIG", "/tmp/bundle", "BUNDLE_SILENCE_ROOT_WARNING", "1");
    }
}
