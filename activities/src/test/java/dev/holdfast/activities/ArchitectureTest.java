package dev.holdfast.activities;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Ports know nothing of adapters' tools, adapters nothing of each other, and none of them of Spring. */
class ArchitectureTest {
    private static final int LEAST_CLASSES = 100;

    private static final JavaClasses activities = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.holdfast.activities");

    @Test
    void thereIsSomethingToCheck() {
        assertThat(activities).hasSizeGreaterThan(LEAST_CLASSES);
    }

    @Test
    void springStaysInWorkerAndApi() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..")
                .check(activities);
    }

    @Test
    void eachToolIsKnownToItsAdapterOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..sandbox.container..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.github.dockerjava..")
                .check(activities);
        noClasses()
                .that()
                .resideOutsideOfPackage("..artifacts.s3..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.minio..")
                .check(activities);
        noClasses()
                .that()
                .resideOutsideOfPackage("..history.postgres..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.jdbi..", "org.postgresql..", "com.zaxxer..", "org.flywaydb..", "java.sql..")
                .check(activities);
    }

    @Test
    void adaptersDoNotKnowEachOther() {
        noClasses()
                .that()
                .resideInAPackage("..sandbox.container..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..sandbox.local..")
                .check(activities);
        noClasses()
                .that()
                .resideInAPackage("..sandbox.local..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..sandbox.container..")
                .check(activities);
        noClasses()
                .that()
                .resideInAPackage("..activities.sandbox..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..activities.history..", "..activities.artifacts..", "..activities.task..")
                .check(activities);
        noClasses()
                .that()
                .resideInAPackage("..activities.history..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..activities.sandbox..", "..activities.artifacts..", "..activities.task..")
                .check(activities);
    }

    @Test
    void postgresAdaptersAreReachedThroughTheirPortOnly() {
        classes()
                .that()
                .resideInAPackage("..history.postgres..")
                .and()
                .doNotHaveSimpleName("PostgresHistoryDatabase")
                .should()
                .notBePublic()
                .check(activities);
    }
}
