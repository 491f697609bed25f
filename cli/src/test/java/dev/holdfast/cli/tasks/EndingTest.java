package dev.holdfast.cli.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndingTest {
    @ParameterizedTest
    @CsvSource({
        "succeeded,exited,0,,0",
        "failed,exited,3,,3",
        "failed,oom_killed,137,,137",
        "failed,output_limit,143,,143",
        "timed_out,timed_out,143,,124",
        "timed_out,timed_out,,,124",
        "cancelled,cancelled,143,,130",
        "cancelled,cancelled,,,130",
        "lost,lost,,step_lost,125",
        "failed,,,image_missing,125",
        "cleanup_failed,exited,0,,0",
        "cleanup_failed,exited,3,,3",
        "succeeded,,,,0"
    })
    void theExitCodeSaysHowTheTaskEnded(String state, String outcome, String exitCode, String errorCode, int expected) {
        TaskResult task = task("\"state\":\"" + state + "\""
                + (outcome == null ? "" : ",\"outcome\":\"" + outcome + "\"")
                + (exitCode == null ? "" : ",\"exitCode\":" + exitCode)
                + (errorCode == null ? "" : ",\"errorCode\":\"" + errorCode + "\""));

        assertThat(Ending.exitCode(task)).isEqualTo(expected);
    }

    private static TaskResult task(String fields) {
        return ContractJson.LENIENT.readValue(
                "{\"taskId\":\"t\",\"reason\":\"because\"," + fields + "}", TaskResult.class);
    }
}
