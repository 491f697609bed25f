package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Project;
import java.util.List;
import java.util.regex.Pattern;

/** Go: modules are in the image, so that tests need no network; what was downloaded for them is in the cache. */
final class GoDockerfile {
    private GoDockerfile() {}

    static String write(Project project, Base base, ProjectFiles files) {
        List<String> members = files.named(Pattern.compile("go\\.(?:mod|sum)")).stream()
                .filter(path -> path.contains("/"))
                .toList();
        return Layers.head(project, base, "")
                + Layers.manifests("go.mo[d] go.su[m] go.wor[k]", files.has("go.work") ? members : List.of())
                + (project.commands().install() == null || files.has("vendor/modules.txt")
                        ? ""
                        : Layers.run(
                                "/cache/go",
                                "GOMODCACHE=/cache/go go mod download \\\n"
                                        + " && GOPROXY=file:///cache/go/cache/download GOSUMDB=off go mod download"))
                + Layers.code()
                + Layers.run("/cache/go-build", "GOCACHE=/cache/go-build go build ./...")
                + "CMD [\"go\", \"test\", \"./...\"]\n";
    }
}
