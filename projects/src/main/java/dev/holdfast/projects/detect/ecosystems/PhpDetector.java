package dev.holdfast.projects.detect.ecosystems;

import dev.holdfast.contract.Cache;
import dev.holdfast.projects.detect.Ecosystem;
import dev.holdfast.projects.detect.ProjectBuilder;
import dev.holdfast.projects.detect.ProjectDetector;
import dev.holdfast.projects.detect.SourceDirectory;
import dev.holdfast.projects.detect.SourceText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** PHP, with or without Composer's packages. */
final class PhpDetector implements ProjectDetector {
    private static final Pattern VERSION = Pattern.compile("\"php\"\\s*:\\s*\"([^\"]+)\"");
    /** Extensions and PHP itself have no slash in their name; packages do. */
    private static final Pattern PACKAGES =
            Pattern.compile("\"require(?:-dev)?\"\\s*:\\s*\\{[^}]*\"[\\w.-]+/[\\w.-]+\"\\s*:");

    private static final Pattern OWN_PHPUNIT = Pattern.compile("\"phpunit/phpunit\"\\s*:");
    private static final Pattern PHPSTAN = Pattern.compile("\"phpstan/phpstan\"\\s*:");
    private static final String SYNTAX =
            "find . -name '*.php' -not -path './vendor/*' -print0 | xargs -0 -r -n 1 php -l";
    private static final String REPORT = ProjectBuilder.REPORTS + "/phpunit.xml";

    @Override
    public List<String> looksFor() {
        return List.of("composer.json", "phpunit.xml", "phpunit.xml.dist");
    }

    @Override
    public Optional<Found> detect(SourceDirectory directory) {
        Optional<String> marker = directory.firstOf("composer.json", "phpunit.xml", "phpunit.xml.dist");
        if (marker.isEmpty()) {
            return Optional.empty();
        }
        SourceText manifest = directory.text("composer.json");
        boolean packages = manifest.contains(PACKAGES);
        String phpunit = manifest.contains(OWN_PHPUNIT) ? "vendor/bin/phpunit" : "phpunit --do-not-cache-result";
        boolean configured =
                directory.firstOf("phpunit.xml", "phpunit.xml.dist").isPresent();
        ProjectBuilder project = new ProjectBuilder(directory, Ecosystem.PHP, "composer")
                .evidence(marker.get(), "a PHP project")
                .cache(Cache.COMPOSER)
                .version(manifest.find(VERSION, "asks for PHP {}"))
                .install(install(directory, packages))
                .lint(manifest.contains(PHPSTAN) ? "vendor/bin/phpstan analyse --no-progress" : SYNTAX);
        if (configured || directory.hasDirectory("tests")) {
            project.test(
                    "mkdir -p " + ProjectBuilder.REPORTS + " && " + phpunit + " --log-junit " + REPORT
                            + (configured ? "" : " tests"),
                    REPORT);
        }
        return project.found(false);
    }

    private static String install(SourceDirectory directory, boolean packages) {
        if (packages) {
            return "composer install --no-interaction --prefer-dist";
        }
        return directory.has("composer.json") ? "composer dump-autoload --no-interaction" : "true";
    }
}
