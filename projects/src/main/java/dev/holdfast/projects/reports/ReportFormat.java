package dev.holdfast.projects.reports;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a report is written in. Which one is seen from its first lines, never from its name. */
public enum ReportFormat {
    /** The XML of Ant's junit task, which surefire, Gradle, pytest, PHPUnit, RSpec, Jest and many others write. */
    JUNIT,
    /** Visual Studio's test results: {@code dotnet test --logger trx}. */
    TRX,
    /** The Test Anything Protocol, 12 to 14. */
    TAP,
    /** {@code go test -json} */
    GO,
    /** {@code jest --json}, {@code vitest --reporter=json} */
    JEST,
    /** {@code mocha --reporter json} */
    MOCHA,
    /** {@code rspec --format json} */
    RSPEC,
    /** What {@code cargo test} prints. */
    CARGO,
    /** {@code cargo test -- -Z unstable-options --format json} */
    LIBTEST;

    @JsonValue
    public String json() {
        return name().toLowerCase(Locale.ROOT);
    }
}
