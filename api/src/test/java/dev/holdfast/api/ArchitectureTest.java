package dev.holdfast.api;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses API =
            new ClassFileImporter(List.of(new ImportOption.DoNotIncludeTests())).importPackages("dev.holdfast.api");

    @Test
    void thereIsSomethingToCheck() {
        assertThat(API.size()).isGreaterThan(35);
    }

    @Test
    void theApiNeverTouchesASandbox() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.holdfast.activities.sandbox..")
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("com.github.dockerjava..")
                .check(API);
    }

    @Test
    void whatTheApiCanDoKnowsNothingOfHttpOrSpring() {
        noClasses()
                .that()
                .resideInAPackage("dev.holdfast.api.tasks..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "jakarta.servlet..", "dev.holdfast.api.web..")
                .check(API);
    }

    @Test
    void temporalIsKnownToItsAdapterAndTheWiringOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.holdfast.api.tasks.temporal..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.temporal..", "io.grpc..")
                .check(API);
    }

    @Test
    void databaseAdaptersStayBehindTheirPorts() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.holdfast.activities.history.postgres..", "java.sql..", "org.jdbi..")
                .check(API);
    }

    @Test
    void controllersAreNotForOthersToCall() {
        classes()
                .that()
                .resideInAPackage("dev.holdfast.api.web..")
                .should()
                .notBePublic()
                .check(API);
    }
}
