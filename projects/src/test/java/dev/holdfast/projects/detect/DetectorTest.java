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
        "package-lock.json, npm, npm ci --prefer-offline --no-audit --no-fund",
        "pnpm-lock.yaml, pnpm, 'npx --yes pnpm@10.20.0 install --frozen-lockfile --store-dir \"${npm_config_cache:-$HOME/.npm}/pnpm\"'",
        "yarn.lock, yarn, 'npx --yes yarn@1.22.22 install --frozen-lockfile --cache-folder \"${npm_config_cache:-$HOME/.npm}/yarn\"'",
        "bun.lock, bun, npx --yes bun@1.4.4 install --frozen-lockfile",
        "bun.lockb, bun, npx --yes bun@1.4.4 install --frozen-lockfile"
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
        assertThat(project.commands().build())
                .isEqualTo(
                        install.substring(0, install.indexOf(tool.equals("npm") ? " ci" : " install")) + " run build");
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
        "Pipfile, pipenv, python3 -m pipenv run pytest",
        "poetry.lock, poetry, python3 -m poetry run pytest",
        "uv.lock, uv, python3 -m uv run pytest"
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
    void yarnFromTheSecondOnHasAnotherWordForFrozen() throws IOException {
        write("package.json", "{\"packageManager\": \"yarn@4.9.2\", \"dependencies\": {\"a\": \"1\"}}");
        write("yarn.lock", "__metadata:\n  version: 8\n");
        assertThat(only().commands().install()).isEqualTo("npx --yes @yarnpkg/cli-dist@4.9.2 install --immutable");
    }

    @Test
    void pnpmIsOfTheTimeOfItsLockfile() throws IOException {
        write("package.json", "{\"dependencies\": {\"a\": \"1\"}}");
        write("pnpm-lock.yaml", "lockfileVersion: '6.0'\n");
        assertThat(only().commands().install()).startsWith("npx --yes pnpm@8.15.9 install");
    }

    @Test
    void bunsOwnTestsAreNotItsScript() throws IOException {
        write("package.json", "{\"packageManager\": \"bun@1.2.0\", \"scripts\": {\"test\": \"bun test\"}}");
        assertThat(only().commands().test()).startsWith("npx --yes bun@1.2.0 test --reporter=junit");
        write("package.json", "{\"packageManager\": \"bun@1.2.0\", \"scripts\": {\"test\": \"jest\"}}");
        assertThat(only().commands().test()).startsWith("npx --yes bun@1.2.0 run test --json");
    }

    @Test
    void gemsThatTheRepositoryBringsAreNotFetched() throws IOException {
        write("Gemfile", "gem 'rspec'\n");
        assertThat(only().commands().install()).endsWith("bundle install");
        write("vendor/cache/rspec-3.13.0.gem", "");
        assertThat(only().commands().install()).endsWith("bundle install --local --no-cache");
        assertThat(only().evidence()).extracting(Evidence::says).contains("has the gems themselves");
    }

    @Test
    void whatNoToolKnowsIsKnownByItsContract() throws IOException {
        write(".holdfast.yml", "image: debian:bookworm-slim\ncommands:\n  test: ./run\n");
        assertThat(only().ecosystem()).isEqualTo(Ecosystem.OTHER);
        assertThat(only().evidence().get(0)).hasToString(".holdfast.yml:2: says how it is built and tested");
        write("go.mod", "module a\n");
        assertThat(only().ecosystem()).isEqualTo(Ecosystem.GO);
    }

    @Test
    void aContractWithoutCommandsIsNoProject() throws IOException {
        write(".holdfast.yml", "validation: {policy: warn}\n");
        assertThat(detect()).isEmpty();
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pom.xml        | <artifactId>spotless-maven-plugin</artifactId>   | spotless:check
            pom.xml        | <artifactId>maven-checkstyle-plugin</artifactId> | checkstyle:check
            build.gradle   | -                                                | check -x test
            go.mod         | module a                                         | go vet ./...
            Cargo.toml     | -                                                | cargo clippy
            composer.json  | {"require-dev": {"phpstan/phpstan": "2"}}        | vendor/bin/phpstan analyse
            phpunit.xml    | -                                                | php -l
            Gemfile        | gem "rubocop"                                    | bundle exec rubocop
            setup.py       | -                                                | python3 -m flake8
            pyproject.toml | [tool.ruff]                                      | python3 -m ruff check .
            a.csproj       | -                                                | dotnet format --verify-no-changes
            a.psm1         | -                                                | Invoke-ScriptAnalyzer
            """)
    void eachEcosystemHasItsLint(String file, String text, String lint) throws IOException {
        write(file, text);
        assertThat(only().commands().lint()).contains(lint);
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
    void theDevelopmentContainerOfARepositoryHoldsForAllThatIsInIt() throws IOException {
        write(".devcontainer/devcontainer.json", "{\"name\": \"a/b\", \"image\": \"acme/all:1\"}");
        write("api/go.mod", "module a");
        write("web/package.json", "{}");
        write("web/.devcontainer.json", "{\"image\": \"acme/web:1\"}");
        assertThat(detect()).extracting(Project::image).containsExactly("acme/all:1", "acme/web:1");
    }

    @Test
    void aDevelopmentContainerWithADockerfileIsToldAndNotBuilt() throws IOException {
        write("go.mod", "module a");
        write(".devcontainer/devcontainer.json", "{\"build\": {\"dockerfile\": \"Dockerfile\"}}");
        assertThat(only().image()).isEqualTo("holdfast/go:latest");
        assertThat(only().evidence()).extracting(Evidence::says).anyMatch(says -> says.startsWith("builds Dockerfile"));
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
