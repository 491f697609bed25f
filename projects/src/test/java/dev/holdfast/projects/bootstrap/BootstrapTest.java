package dev.holdfast.projects.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.projects.detect.Detector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapTest {
    private static final Path SAMPLES = Path.of(
            Objects.requireNonNull(System.getProperty("holdfast.root")), "acceptance", "src", "test", "projects");

    @TempDir
    Path directory;

    private static Optional<Bootstrap> of(Path place) {
        return Bootstrap.of(place, Detector.standard().detect(place).projects().get(0));
    }

    private static Bootstrap sample(String name) {
        return of(SAMPLES.resolve(name)).orElseThrow();
    }

    private void write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private String dockerfile() {
        return of(directory).orElseThrow().dockerfile();
    }

    private static String base(String dockerfile) {
        return dockerfile
                .lines()
                .filter(line -> line.startsWith("ARG BASE="))
                .findFirst()
                .orElseThrow()
                .substring("ARG BASE=".length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"go", "node", "python", "java", "dotnet"})
    void givesTheSameBytesEachTimeAndNoRootUser(String name) {
        Bootstrap files = sample(name);
        assertThat(sample(name)).isEqualTo(files);
        assertThat(files.dockerfile()).contains("--mount=type=cache").doesNotContain(":latest");
        assertThat(files.dockerfile()
                        .lines()
                        .filter(line -> line.startsWith("USER "))
                        .toList())
                .endsWith("USER 1000:1000");
        assertThat(files.dockerignore()).contains(".git\n", ".env*\n");
    }

    @ParameterizedTest
    @CsvSource({
        "go, golang:1.24-alpine",
        "node, node:20-alpine",
        "python, python:3.13-slim-bookworm",
        "java, maven:3.9-eclipse-temurin-17-alpine",
        "dotnet, mcr.microsoft.com/dotnet/sdk:3.1-alpine"
    })
    void theBaseHasTheVersionThatTheProjectAsksFor(String name, String base) {
        assertThat(base(sample(name).dockerfile())).isEqualTo(base);
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "java", "dotnet"})
    void dependenciesAreALayerBeforeTheCode(String name) {
        String dockerfile = sample(name).dockerfile();
        int code = dockerfile.indexOf("COPY --chown=1000:1000 . .");
        assertThat(dockerfile.indexOf("RUN --mount=type=cache")).isBetween(1, code);
    }

    @Test
    void codeInCNeedsGlibc() throws IOException {
        write("go.mod", "module a\n\ngo 1.25.1\n");
        write("main.go", "package main\n");
        assertThat(base(dockerfile())).isEqualTo("golang:1.25.1-alpine");
        assertThat(dockerfile()).contains("# Alpine, because nothing was found that needs glibc.");
        write("sum/sum.go", "package sum\n\n// int two(void);\nimport \"C\"\n");
        assertThat(base(dockerfile())).isEqualTo("golang:1.25.1-bookworm");
        assertThat(dockerfile()).contains("# glibc, because sum/sum.go:4: has C code.");
    }

    @Test
    void aPackageThatIsBuiltWhenItIsInstalledNeedsGlibc() throws IOException {
        write("package.json", "{\"engines\": {\"node\": \">=21\"}, \"dependencies\": {\"a\": \"1\"}}");
        assertThat(base(dockerfile())).isEqualTo("node:22-bookworm-slim");
        assertThat(dockerfile()).contains("no lockfile tells");
        write("package-lock.json", "{\"packages\": {\"node_modules/a\": {\"version\": \"1\"}}}");
        assertThat(base(dockerfile())).isEqualTo("node:22-alpine");
        write(
                "package-lock.json",
                "{\"packages\": {\n\"node_modules/a\": {\"version\": \"1\", \"hasInstallScript\": true}}}");
        assertThat(base(dockerfile())).isEqualTo("node:22-bookworm-slim");
        assertThat(dockerfile()).contains("package-lock.json:2: a is built when it is installed");
    }

    @Test
    void pythonNeedsGlibcUnlessItsLockfileHasPurePackagesOnly() throws IOException {
        write("pyproject.toml", "[project]\nname = 'a'\nrequires-python = '>=3.12'\ndependencies = ['b']\n");
        assertThat(base(dockerfile())).isEqualTo("python:3.12-slim-bookworm");
        write("uv.lock", "wheels = [{ url = \"b-1.0-py3-none-any.whl\" }]\n");
        assertThat(base(dockerfile())).isEqualTo("python:3.12-alpine");
        write("uv.lock", "wheels = [{ url = \"b-1.0-cp312-cp312-manylinux_2_17_x86_64.whl\" }]\n");
        assertThat(base(dockerfile())).isEqualTo("python:3.12-slim-bookworm");
        assertThat(dockerfile()).contains("uv.lock:1: b-1.0 is machine code");
    }

    @ParameterizedTest
    @CsvSource({"Pipfile, [packages]", "pyproject.toml, [tool.poetry.dependencies]"})
    void dependenciesOfOtherToolsNeedGlibcToo(String file, String text) throws IOException {
        write(file, text + "\n");
        assertThat(dockerfile()).contains("# glibc, because " + file + ":1: whether a dependency brings machine code");
    }

    @Test
    void aPackageManagerThatIsBroughtIsInTheImage() throws IOException {
        write("package.json", "{\"packageManager\": \"yarn@4.9.2\", \"dependencies\": {\"a\": \"1\"}}");
        assertThat(dockerfile())
                .contains("npm install --global --cache /cache/npm-global @yarnpkg/cli-dist@4.9.2", "&& yarn install")
                .endsWith("CMD [\"yarn\", \"test\"]\n");
    }

    @Test
    void librariesOfJavaWithMachineCodeNeedGlibc() throws IOException {
        write("pom.xml", "<project>\n<artifactId>a</artifactId>\n<java.version>16</java.version></project>");
        assertThat(base(dockerfile())).isEqualTo("maven:3.9-eclipse-temurin-17-alpine");
        write("mvnw", "");
        write("pom.xml", "<project>\n<artifactId>a</artifactId>\n<artifactId>rocksdbjni</artifactId></project>");
        assertThat(base(dockerfile())).isEqualTo("eclipse-temurin:21-jdk");
        assertThat(dockerfile()).contains("pom.xml:3: rocksdbjni brings machine code", "id=holdfast-m2-a,");
    }

    @Test
    void packagesOfDotnetWithMachineCodeNeedGlibc() throws IOException {
        write("src/a.csproj", "<Project><TargetFramework>net9.0</TargetFramework></Project>");
        write("all.sln", "\"a\", \"src\\a.csproj\"");
        assertThat(base(dockerfile())).isEqualTo("mcr.microsoft.com/dotnet/sdk:9.0-alpine");
        assertThat(dockerfile()).contains("COPY --chown=1000:1000 [\"src/a.csproj\", \"src/\"]");
        write("src/a.csproj", "<TargetFramework>net9.0</TargetFramework>\n<PackageReference Include=\"SkiaSharp\" />");
        assertThat(base(dockerfile())).isEqualTo("mcr.microsoft.com/dotnet/sdk:9.0");
    }

    @Test
    void membersOfAWorkspaceAreInstalledToo() throws IOException {
        write("package.json", "{\"workspaces\": [\"libs/*\"], \"dependencies\": {\"b\": \"1\"}}");
        write("package-lock.json", "{}");
        write("libs/b/package.json", "{}");
        assertThat(dockerfile()).contains("COPY --chown=1000:1000 [\"libs/b/package.json\", \"libs/b/\"]");
    }

    @Test
    void testsThatTheProjectDoesNotBringAreBrought() throws IOException {
        write("requirements.txt", "attrs==25.4.0\n");
        assertThat(dockerfile()).contains("pytest==8.4.2");
        write("requirements.txt", "attrs==25.4.0\npytest==9.0.0\n");
        assertThat(dockerfile()).doesNotContain("pytest==8.4.2");
    }

    @Test
    void thereIsNoneForARubyProject() {
        assertThat(of(SAMPLES.resolve("ruby"))).isEmpty();
    }
}
