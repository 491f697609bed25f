package dev.holdfast.devstack;

import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** PostgreSQL on a directory that stays. */
final class PostgresPart implements Part {
    static final String NAME = "postgres";
    static final String USER = "holdfast";
    static final String DATABASE = "holdfast";
    private static final int INITDB_LIMIT_S = 120;

    private final StackConfiguration stack;
    private final PostgresFiles files;
    private final Path data;

    PostgresPart(StackConfiguration stack) {
        this.stack = stack;
        this.files = new PostgresFiles(stack.cache());
        this.data = stack.home().data(NAME).resolve("data");
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "PostgreSQL " + files.version();
    }

    @Override
    public String address() {
        return stack.ports().address(PortName.POSTGRES);
    }

    @Override
    public Set<String> needs() {
        return Set.of();
    }

    @Override
    public List<PortName> ports() {
        return List.of(PortName.POSTGRES);
    }

    @Override
    public Launch prepare(Progress progress) throws IOException, InterruptedException {
        Path programs = files.unpacked(progress).resolve("bin");
        if (Files.exists(data.resolve("PG_VERSION"))) {
            requireSameMajorVersion();
            removeStaleLock();
        } else {
            createDatabaseDirectory(programs);
        }
        List<String> command = asNonRoot();
        command.addAll(List.of(programs.resolve("postgres").toString(), "-D", data.toString()));
        command.addAll(List.of("-c", "listen_addresses=127.0.0.1"));
        command.addAll(List.of("-c", "port=" + stack.ports().number(PortName.POSTGRES)));
        command.addAll(List.of("-c", "unix_socket_directories="));
        return new Launch(command, Map.of("LC_ALL", "C", "TZ", "UTC"), StopSignal.INT, "");
    }

    /** Ready means that the parts that need it find their database, so a first start creates it here. */
    @Override
    public boolean isReady() {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            try (var found = statement.executeQuery("select 1 from pg_database where datname = '" + DATABASE + "'")) {
                if (found.next()) {
                    return true;
                }
            }
            statement.execute("create database " + DATABASE);
            return true;
        } catch (SQLException notYet) {
            return false;
        }
    }

    private Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", USER);
        properties.setProperty("password", stack.secrets().postgresPassword());
        properties.setProperty("connectTimeout", "2");
        properties.setProperty("socketTimeout", "10");
        return DriverManager.getConnection("jdbc:postgresql://" + address() + "/postgres", properties);
    }

    private void requireSameMajorVersion() throws IOException {
        String made = Files.readString(data.resolve("PG_VERSION")).strip();
        if (!made.equals(files.majorVersion())) {
            throw new StackFailure(data + " was made by PostgreSQL " + made + ", this is " + files.majorVersion()
                    + ": dump it with the old version and restore it, or move the directory away to start empty");
        }
    }

    /**
     * A killed server leaves its number behind, and refuses to start when another process got that number. The server that
     * belongs to this directory says so in its command line.
     */
    private void removeStaleLock() throws IOException {
        Path lock = data.resolve("postmaster.pid");
        if (!Files.exists(lock)) {
            return;
        }
        String pid = Files.readAllLines(lock).getFirst().strip();
        Path commandLine = Path.of("/proc", pid, "cmdline");
        boolean isOurs = Files.exists(commandLine)
                && Files.readString(commandLine, StandardCharsets.ISO_8859_1).contains(data.toString());
        if (!isOurs) {
            Files.delete(lock);
        }
    }

    /** Made aside and then moved, so that an interrupted first start does not leave half a database. */
    private void createDatabaseDirectory(Path programs) throws IOException, InterruptedException {
        Path parent = stack.home().data(NAME);
        Files.createDirectories(parent);
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Path next = Files.createTempDirectory(parent, "initdb", owner);
        Path password = Files.createTempFile(parent, "password", null);
        try {
            Files.writeString(password, stack.secrets().postgresPassword());
            List<String> command = asNonRoot();
            command.addAll(List.of(programs.resolve("initdb").toString(), "-D", next.toString(), "-U", USER));
            command.addAll(List.of("--auth=scram-sha-256", "--pwfile=" + password, "--encoding=UTF8", "--locale=C"));
            run(command);
            Files.move(next, data);
        } finally {
            Files.deleteIfExists(password);
        }
    }

    private void run(List<String> command) throws IOException, InterruptedException {
        Path log = stack.home().log("initdb");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        if (!process.waitFor(INITDB_LIMIT_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new StackFailure("the database directory could not be made: " + String.join(" ", LogTail.of(log, 3)));
        }
    }

    /**
     * PostgreSQL refuses to run as root. In a user namespace of its own it is nobody, and still the owner of its files,
     * wherever they are.
     */
    private static List<String> asNonRoot() throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))) {
            return new ArrayList<>();
        }
        Process trial = new ProcessBuilder("unshare", "-U", "true").start();
        if (trial.waitFor() != 0) {
            throw new StackFailure(
                    "PostgreSQL does not run as root, and this machine allows no user namespace that would"
                            + " hide it: start the stack as another user, or name a PostgreSQL by HOLDFAST_POSTGRES_URL");
        }
        return new ArrayList<>(List.of("unshare", "-U"));
    }
}
