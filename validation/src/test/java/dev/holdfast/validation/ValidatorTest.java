package dev.holdfast.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.Severity;
import dev.holdfast.contract.ValidationSpec;
import dev.holdfast.contract.ValidationSpec.Policy;
import dev.holdfast.contract.ValidationSpec.Suppression;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ValidatorTest {
    private static List<Finding> validate(String name, String text) {
        return Validator.text(name, text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aFindingSaysWhereAndWhatToDo() {
        Finding finding = validate("a.py", "x = 1\nif x:\n    é = eval(x)\n").get(0);
        assertThat(finding.rule()).isEqualTo("py-eval");
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.line()).isEqualTo(3);
        assertThat(finding.column()).isEqualTo(9);
        assertThat(finding.snippet()).isEqualTo("é = eval(x)");
        assertThat(finding.remedy()).contains("literal_eval");
    }

    @Test
    void syntaxErrorsAreToldWithTheirLine() {
        assertThat(validate("a.py", "def ok():\n    pass\n\ndef broken(:\n    pass\n"))
                .anySatisfy(finding -> {
                    assertThat(finding.rule()).isEqualTo("syntax-error");
                    assertThat(finding.line()).isEqualTo(4);
                });
        assertThat(validate("a.js", "const x = ;\n")).extracting(Finding::rule).contains("syntax-error");
        assertThat(validate("A.java", "class A { void f( { } }"))
                .extracting(Finding::rule)
                .contains("syntax-error");
    }

    @Test
    void whatIsTooLargeIsNotLookedAt() {
        assertThat(validate("a.py", "#".repeat(Validator.MAX_BYTES + 1)))
                .extracting(Finding::rule)
                .containsExactly("too-large");
    }

    @Test
    void binaryFilesAndUnknownOnesAreLeftAlone() {
        assertThat(validate("a.py", "eval(x)\u0000")).isEmpty();
        assertThat(validate("a.unknown", "eval(x)")).isEmpty();
    }

    @Test
    void whatIsNestedTooDeepIsNotParsed() {
        assertThat(validate("a.py", "(".repeat(20_000) + ")".repeat(20_000)))
                .extracting(Finding::rule)
                .containsExactly("too-deep");
        assertThat(validate("a.js", "[".repeat(20_000)))
                .extracting(Finding::rule)
                .containsExactly("too-deep");
        assertThat(validate("b.py", "(".repeat(400) + "eval(x)" + ")".repeat(400)))
                .extracting(Finding::rule)
                .containsExactly("py-eval");
    }

    @Test
    void thePolicyBlocksFromASeverityOnAndKnowsWhatIsSuppressed() {
        List<Finding> findings = validate("tests/a.py", "eval(x)\n");
        assertThat(Judgement.of(findings, policy(Policy.BLOCK, Severity.CRITICAL))
                        .blocked())
                .isTrue();
        assertThat(Judgement.of(findings, policy(Policy.WARN, Severity.CRITICAL))
                        .blocked())
                .isFalse();
        assertThat(Judgement.of(validate("a.sh", "chmod 777 x\n"), policy(Policy.BLOCK, Severity.ERROR))
                        .blocked())
                .isFalse();
        Judgement known = Judgement.of(
                findings,
                new ValidationSpec(
                        Policy.BLOCK, Severity.INFO, List.of(new Suppression("py-eval", "tests/**", "tested"))));
        assertThat(known.findings()).isEmpty();
        assertThat(known.suppressed()).isEqualTo(1);
        assertThat(known.blocked()).isFalse();
    }

    private static ValidationSpec policy(Policy policy, Severity severity) {
        return new ValidationSpec(policy, severity, List.of());
    }

    @Test
    void sarifNamesRuleAndPlace() {
        JsonNode run = ContractJson.STRICT
                .readTree(Sarif.json(validate("a.py", "\nexec(x)\n"), "1.0"))
                .path("runs")
                .path(0);
        JsonNode result = run.path("results").path(0);
        assertThat(result.path("ruleId").stringValue()).isEqualTo("py-exec");
        assertThat(result.path("level").stringValue()).isEqualTo("error");
        assertThat(result.path("locations")
                        .path(0)
                        .path("physicalLocation")
                        .path("region")
                        .path("startLine")
                        .intValue())
                .isEqualTo(2);
        assertThat(run.path("tool")
                        .path("driver")
                        .path("rules")
                        .path(0)
                        .path("id")
                        .stringValue())
                .isEqualTo("py-exec");
    }
}
