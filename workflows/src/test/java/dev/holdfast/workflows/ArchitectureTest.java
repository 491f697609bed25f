package dev.holdfast.workflows;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What workflow code may touch: it is run again from its history and must then do the same. */
class ArchitectureTest {
    private static final int LEAST_CLASSES = 20;

    private static final JavaClasses workflows = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.holdfast.workflows");

    @Test
    void thereIsSomethingToCheck() {
        assertThat(workflows).hasSizeGreaterThan(LEAST_CLASSES);
    }

    @Test
    void workflowsKnowOnlyTheContractAndTemporal() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.holdfast.workflows..",
                        "dev.holdfast.contract..",
                        "io.temporal..",
                        "io.nexusrpc..",
                        "java.lang..",
                        "java.time..",
                        "java.util..",
                        "org.jspecify..")
                .check(workflows);
    }

    @Test
    void timeRandomnessAndThreadsComeFromTemporalOnly() {
        noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(java.util.UUID.class, "randomUUID")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .orShould()
                .callMethod(System.class, "getProperty", String.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(java.util.Random.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.nio..", "java.net..", "java.util.concurrent..")
                .check(workflows);
    }

    @Test
    void mapsAndSetsWithoutAnOrderAreNotIterated() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.HashMap")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.HashSet")
                .check(workflows);
    }
}
