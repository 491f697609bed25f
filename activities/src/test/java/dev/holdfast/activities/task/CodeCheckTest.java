package dev.holdfast.activities.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.artifacts.InputStager;
import dev.holdfast.activities.artifacts.MemoryBlobs;
import dev.holdfast.activities.artifacts.TestTar;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.Severity;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.ValidationSpec;
import dev.holdfast.contract.ValidationSpec.Policy;
import dev.holdfast.contract.ValidationSpec.Suppression;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CodeCheckTest {
    private static final InputFile DANGEROUS = InputFile.text("a.py", "x = 1\neval(input())\n");

    private final MemoryBlobs blobs = new MemoryBlobs();
    private final CodeCheck check = new CodeCheck(new InputStager(blobs));

    private List<String> look(@Nullable ValidationSpec policy, InputFile... files) {
        TaskSpec spec = TaskSpec.of(StepSpec.of(Command.of(List.of("true"))))
                .withFiles(List.of(files))
                .withValidation(policy);
        return check.look(spec, () -> {});
    }

    private static ValidationSpec policy(Policy policy, Severity severity, Suppression... suppressions) {
        return new ValidationSpec(policy, severity, List.of(suppressions));
    }

    @Test
    void nothingIsLookedAtUnlessTheTaskWantsIt() {
        assertThat(look(null, DANGEROUS)).isEmpty();
        assertThat(look(policy(Policy.OFF, Severity.INFO), DANGEROUS)).isEmpty();
    }

    @Test
    void ofAFindingInAFileWithALongNameThereAreTheEnds() {
        InputFile deep = InputFile.text("directory/".repeat(400) + "a.py", "eval(input())\n");

        assertThat(look(policy(Policy.WARN, Severity.ERROR), deep))
                .singleElement()
                .asString()
                .startsWith("validation: directory/")
                .contains("characters left out", "py-eval")
                .hasSizeLessThan(1100);
    }

    @Test
    void filesInTextInTheStorageAndInArchivesAreLookedAt() {
        String upload =
                blobs.put("require('child_process').exec(x)\n".getBytes(UTF_8)).sha256();
        byte[] tar = new TestTar()
                .file("lib/c.sh", "eval \"$x\"\n")
                .link("d.py", "c.sh")
                .bytes();

        assertThat(look(
                        policy(Policy.WARN, Severity.ERROR),
                        DANGEROUS,
                        InputFile.upload("b.js", upload, false),
                        InputFile.upload("sub", blobs.put(tar).sha256(), true)))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("validation: a.py:2:1: CRITICAL py-eval: "),
                        second -> assertThat(second)
                                .startsWith("validation: b.js:1:")
                                .contains("js-exec"),
                        third -> assertThat(third)
                                .startsWith("validation: sub/lib/c.sh:1:")
                                .contains("sh-eval"));
    }

    @Test
    void blockingNamesWhatItBlocksForAndNothingBelow() {
        assertThatThrownBy(() -> look(policy(Policy.BLOCK, Severity.CRITICAL), DANGEROUS))
                .isInstanceOf(CodeBlockedException.class)
                .hasMessageContaining("severity CRITICAL and above: a.py:2:1: CRITICAL py-eval");
        assertThat(look(policy(Policy.BLOCK, Severity.CRITICAL), InputFile.text("a.sh", "chmod 777 x\n")))
                .singleElement()
                .asString()
                .contains("sh-chmod");
    }

    @Test
    void whatTheOwnersKnowOfIsNotTold() {
        Suppression known = new Suppression("py-eval", "*.py", "it is a calculator");

        assertThat(look(policy(Policy.BLOCK, Severity.INFO, known), DANGEROUS)).isEmpty();
    }

    @Test
    void aSecretIsNotRepeatedAndManyFindingsAreCounted() {
        String key = "AKIA" + "ABCDEFGHIJKLMNOP";
        assertThat(look(policy(Policy.WARN, Severity.ERROR), InputFile.text("k.py", "k = '" + key + "'\n")))
                .isNotEmpty()
                .noneMatch(warning -> warning.contains(key));

        InputFile[] many = IntStream.range(0, 25)
                .mapToObj(i -> InputFile.text("f" + i + ".py", "eval(x)\n"))
                .toArray(InputFile[]::new);
        assertThat(look(policy(Policy.WARN, Severity.ERROR), many))
                .hasSize(21)
                .last()
                .isEqualTo("validation: and 5 more");
    }
}
