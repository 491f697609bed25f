package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SeccompTest {
    private static final List<String> FORBIDDEN = List.of(
            "io_uring_setup",
            "io_uring_enter",
            "io_uring_register",
            "keyctl",
            "add_key",
            "request_key",
            "bpf",
            "perf_event_open",
            "userfaultfd",
            "unshare",
            "setns",
            "mount",
            "umount2",
            "pivot_root",
            "move_mount",
            "open_tree",
            "fsopen",
            "fsmount",
            "fsconfig",
            "mount_setattr",
            "kexec_load",
            "kexec_file_load",
            "open_by_handle_at",
            "clock_settime",
            "settimeofday",
            "ptrace",
            "process_vm_readv",
            "process_vm_writev",
            "init_module",
            "reboot",
            "swapon",
            "chroot",
            "quotactl");

    @Test
    void whatIsDangerousIsNotOnTheListAndWhatIsNotOnTheListIsRefused() throws IOException {
        JsonNode profile = JsonMapper.shared().readTree(SeccompProfile.text());

        assertThat(profile.path("defaultAction").asString()).isEqualTo("SCMP_ACT_ERRNO");
        assertThat(allowed(profile)).isNotEmpty().doesNotContainAnyElementsOf(FORBIDDEN);
    }

    @Test
    void noOtherInstructionSetOffersAWayAround() throws IOException {
        for (JsonNode architecture :
                JsonMapper.shared().readTree(SeccompProfile.text()).path("archMap")) {
            assertThat(architecture.path("subArchitectures").size()).isZero();
        }
    }

    private static Set<String> allowed(JsonNode profile) {
        Set<String> names = new HashSet<>();
        for (JsonNode rule : profile.path("syscalls")) {
            if (rule.path("action").asString().equals("SCMP_ACT_ALLOW")) {
                rule.path("names").forEach(name -> names.add(name.asString()));
            }
        }
        return names;
    }
}
