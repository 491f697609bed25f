package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Map;

/** What package managers download and want to find again: kept for each project, and told to the tool by its environment. */
public enum Cache {
    NPM,
    PIP,
    MAVEN,
    GRADLE,
    GO,
    NUGET,
    CARGO,
    COMPOSER,
    BUNDLER;

    /** The variables by which the tool finds it in this directory. */
    public Map<String, String> environment(String directory) {
        return switch (this) {
            case NPM ->
                Map.of(
                        "npm_config_cache",
                        directory,
                        "YARN_GLOBAL_FOLDER",
                        directory + "/yarn-global",
                        "BUN_INSTALL_CACHE_DIR",
                        directory + "/bun");
            case PIP ->
                Map.of(
                        "PIP_CACHE_DIR", directory,
                        "UV_CACHE_DIR", directory + "/uv",
                        "POETRY_CACHE_DIR", directory + "/poetry",
                        "PIPENV_CACHE_DIR", directory + "/pipenv");
            case MAVEN -> Map.of("MAVEN_OPTS", "-Dmaven.repo.local=" + directory);
            case GRADLE -> Map.of("GRADLE_USER_HOME", directory);
            case GO -> Map.of("GOMODCACHE", directory + "/mod", "GOCACHE", directory + "/build");
            case NUGET -> Map.of("NUGET_PACKAGES", directory);
            case CARGO -> Map.of("CARGO_HOME", directory);
            case COMPOSER -> Map.of("COMPOSER_CACHE_DIR", directory);
            // Not BUNDLE_PATH: with it Bundler would not see the gems that the image has.
            case BUNDLER -> Map.of("GEM_HOME", directory);
        };
    }

    @JsonValue
    public String json() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static Cache fromJson(String json) {
        return Words.parse(Cache.class, "storage.caches", json);
    }
}
