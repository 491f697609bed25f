package dev.holdfast.projects.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.Cache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DetectorTest {
    @TempDir
    Path directory;

    private void write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private List<Project> detect() {
        return Detector.standard().detect(directory).projects();
    }

    private Project only() {
        assertThat(detect()).hasSize(1);
        return detect().get(0);
    }

    @ParameterizedTest
    @CsvSource({
        "package-lock.json, npm, npm ci --no-audit --no-fund",
        "pnpm-lock.yaml, pnpm, pnpm install --frozen-lockfile",
        "yarn.lock, yarn, yarn install --frozen-lockfile",
        "bun.lock, bun, bun install --frozen-lockfile",
        "bun.lockb, bun, bun install --frozen-lockfile"
    })
    void theLockfileTellsThePackageManagerOfNode(String lockfile, String tool, String install) throws IOException {
        write("package.json", """
                {"name": "a", "engines": {"node": ">=20"}, "scripts": {"test": "jest", "build": "tsc"},
                 "devDependencies": {"jest": "30"}}""");
        write(lockfile, "");
        Project project = only();
        assertThat(project.ecosystem()).isEqualTo(Ecosystem.NODE);
        assertThat(project.tool()).isEqualTo(tool);
        assertThat(project.version()).isEqualTo(">=20");
        assertThat(project.commands().install()).isEqualTo(install);
        assertThat(project.commands().build()).isEqualTo(tool + " run build");
        assertThat(project.commands().test()).contains("--json", ".artifacts/reports/jest.json");
        assertThat(project.reports()).containsExactly(".artifacts/reports/jest.json");
        assertThat(project.evidence())
                .extracting(Evidence::toString)
                .contains(
                        "package.json: a Node.js package",
                        lockfile + ": the lockfile of " + tool,
                        "package.json:1: engines asks for Node.js >=20");
    }

    @ParameterizedTest
    @CsvSource({
        "requirements.txt, pip, .venv/bin/python -m pytest",
        "Pipfile, pipenv, pipenv run pytest",
        "poetry.lock, poetry, poetry run pytest",
        "uv.lock, uv, uv run pytest"
    })
    void pythonsToolIsKnownByItsFile(String file, String tool, String test) throws IOException {
        write("pyproject.toml", tool.equals("pip") ? "" : "[project]\nname = 'a'\nrequires-python = '>=3.11'\n");
        write(file, "");
        Project project = only();
        assertThat(project.ecosystem()).isEqualTo(Ecosystem.PYTHON);
        assertThat(project.tool()).isEqualTo(tool);
        assertThat(project.commands().test()).contains(test, "--junitxml=");
        assertThat(project.caches()).containsExactly(Cache.PIP);
    }

    @Test
    void pythonsVersionHasALine() throws IOException {
        write("pyproject.toml", "[project]\nname = 'a'\nrequires-python = '>=3.11'\n");
        assertThat(only().version()).isEqualTo(">=3.11");
        assertThat(only().evidence())
                .extracting(Evidence::toString)
                .contains("pyproject.toml:3: asks for Python >=3.11");
    }

    @Test
    void mavenWithModulesIsOneProject() throws IOException {
        write(
                "pom.xml",
                "<project>\n<modules><module>a</module></modules>\n"
                        + "<maven.compiler.release>21</maven.compiler.release></project>");
        write("a/pom.xml", "<project/>");
        write("mvnw", "");
        Project project = only();
        assertThat(project.tool()).isEqualTo("maven");
        assertThat(project.version()).isEqualTo("21");
        assertThat(project.members()).containsExactly("a");
        assertThat(project.commands().test()).startsWith("sh ./mvnw");
        assertThat(project.reports()).containsExactly("**/target/surefire-reports/TEST-*.xml");
    }

    @Test
    void gradleWithKotlinIsSeen() throws IOException {
        write("settings.gradle.kts", "");
        write("build.gradle.kts", "plugins { kotlin(\"jvm\") }\nkotlin { jvmToolchain(17) }");
        write("gradlew", "");
        Project project = only();
        assertThat(project.tool()).isEqualTo("gradle");
        assertThat(project.version()).isEqualTo("17");
        assertThat(project.evidence()).extracting(Evidence::says).contains("has Kotlin", "the wrapper");
    }

    @ParameterizedTest
    @CsvSource({
        "go.mod, 'module a\n\ngo 1.24\n', GO, 1.24",
        "Cargo.toml, '[package]\nrust-version = \"1.80\"', RUST, 1.80",
        "Gemfile, 'ruby \"3.3\"\ngem \"rspec\"', RUBY, 3.3",
        "composer.json, '{\"require\": {\"php\": \">=8.2\"}}', PHP, >=8.2",
        "a.csproj, '<Project><TargetFramework>net8.0</TargetFramework></Project>', DOTNET, net8.0",
        "a.psd1, 'PowerShellVersion = \"7.2\"', POWERSHELL, 7.2",
        "Makefile, 'test:\n\ttrue', MAKE,"
    })
    void eachEcosystemIsKnownByItsFile(String file, String text, Ecosystem ecosystem, String version)
            throws IOException {
        write(file, text);
        assertThat(only().ecosystem()).isEqualTo(ecosystem);
        assertThat(only().version()).isEqualTo(version);
        assertThat(only().evidence()).isNotEmpty();
    }

    @Test
    void aSolutionTakesItsProjectsAlongAndTellsTheirFramework() throws IOException {
        write("all.sln", "Project(\"{F}\") = \"App\", \"src\\App\\App.csproj\", \"{A}\"\n");
        write("src/App/App.csproj", "<TargetFramework>net9.0</TargetFramework>");
        assertThat(only().version()).isEqualTo("net9.0");
        assertThat(only().members()).containsExactly("src/App");
    }

    @Test
    void aMonorepoHasSeveralProjects() throws IOException {
        write("services/web/package.json", "{}");
        write("services/api/go.mod", "module a");
        write("tools/pyproject.toml", "");
        write("Makefile", "test:\n");
        assertThat(detect())
                .extracting(Project::path, Project::ecosystem)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(".", Ecosystem.MAKE),
                        org.assertj.core.groups.Tuple.tuple("tools", Ecosystem.PYTHON),
                        org.assertj.core.groups.Tuple.tuple("services/api", Ecosystem.GO),
                        org.assertj.core.groups.Tuple.tuple("services/web", Ecosystem.NODE));
    }

    @Test
    void whatIsInstalledOrIgnoredIsNoProject() throws IOException {
        write("package.json", "{}");
        write("node_modules/x/package.json", "{}");
        write(".gitignore", "vendored/\n");
        write("vendored/go.mod", "module a");
        assertThat(only().ecosystem()).isEqualTo(Ecosystem.NODE);
    }

    @Test
    void theImageOfADevelopmentContainerWins() throws IOException {
        write("go.mod", "module a");
        write(".devcontainer/devcontainer.json", "{\n  // \"image\": \"no\",\n  \"image\": \"acme/dev:1\"\n}");
        assertThat(only().image()).isEqualTo("acme/dev:1");
        assertThat(only().evidence())
                .extracting(Evidence::toString)
                .contains(".devcontainer/devcontainer.json:3: image acme/dev:1");
    }

    @Test
    void anEmptyDirectorySaysWhatWasLookedFor() {
        Detection detection = Detector.standard().detect(directory);
        assertThat(detection.projects()).isEmpty();
        assertThat(detection.lookedFor())
                .contains("package.json", "pyproject.toml", "pom.xml", "go.mod", "Cargo.toml", "*.sln", "Gemfile");
    }

    @Test
    void aManifestThatIsNotWhatItsNameSaysBreaksNothing() throws IOException {
        write("package.json", "\u0000\u0001 not json {{{");
        write("pom.xml", "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>&a;");
        Files.createDirectories(directory.resolve("go.mod"));
        assertThat(detect()).hasSize(2);
    }
}
