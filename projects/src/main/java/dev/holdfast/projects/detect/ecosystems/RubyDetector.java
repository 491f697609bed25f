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

/** Ruby, with or without Bundler. */
final class RubyDetector implements ProjectDetector {
    private static final Pattern VERSION = Pattern.compile("(?m)^\\s*ruby\\s+[\"']([^\"']+)[\"']");
    private static final Pattern VERSION_FILE = Pattern.compile("^\\s*(?:ruby-)?([\\w.]+)");
    private static final Pattern GEMS = Pattern.compile("(?m)^\\s*(?:gem\\b|gemspec\\b)");
    private static final Pattern RUBOCOP = Pattern.compile("(?m)^\\s*gem\\s+[\"']rubocop");
    private static final String VENDORED = "vendor/cache";
    private static final String REPORT = ProjectBuilder.REPORTS + "/rspec.json";

    @Override
    public List<String> looksFor() {
        return List.of("Gemfile", "*.gemspec", ".rspec", "Rakefile");
    }

    @Override
    public Optional<Found> detect(SourceDirectory directory) {
        Optional<String> marker = directory
                .firstOf("Gemfile")
                .or(() -> directory.ending(".gemspec"))
                .or(() -> directory.firstOf(".rspec", "Rakefile"));
        if (marker.isEmpty()) {
            return Optional.empty();
        }
        SourceText gemfile = directory.text("Gemfile");
        // A Gemfile that only names a source has nothing to install, and Bundler nothing to guard.
        boolean bundled = gemfile.contains(GEMS);
        String bundle = bundled ? "bundle exec " : "";
        ProjectBuilder project = new ProjectBuilder(directory, Ecosystem.RUBY, bundled ? "bundler" : "ruby")
                .evidence(marker.get(), "a Ruby project")
                .version(gemfile.find(VERSION, "asks for Ruby {}"))
                .version(directory.text(".ruby-version").find(VERSION_FILE, "asks for Ruby {}"))
                .install(bundled ? install(directory) : null)
                .lint(gemfile.contains(RUBOCOP) || directory.has(".rubocop.yml") ? bundle + "rubocop" : null);
        if (bundled) {
            project.cache(Cache.BUNDLER);
        }
        if (bundled && directory.reaches(VENDORED)) {
            project.evidence(VENDORED, "has the gems themselves");
        }
        if (directory.hasDirectory("spec") || directory.has(".rspec")) {
            project.test(
                    "mkdir -p " + ProjectBuilder.REPORTS + " && " + bundle
                            + "rspec --format progress --format json --out " + REPORT,
                    REPORT);
        } else if (directory.has("Rakefile")) {
            project.test(bundle + "rake test", null);
        }
        return project.found(false);
    }

    /** Beside the image's own gems where there is a cache, else in the project; from the repository where it has them. */
    private static String install(SourceDirectory directory) {
        return "[ -n \"$GEM_HOME\" ] || bundle config set --local path vendor/bundle; bundle install"
                + (directory.reaches(VENDORED) ? " --local --no-cache" : "");
    }
}
