// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.backend.Backend.Role;
import io.millrace.cluster.doctor.Finding;
import io.millrace.cluster.doctor.Verdict;
import org.junit.jupiter.api.Test;

class DoctorCommandTest {

    private final FakeBackend backend = new FakeBackend();

    @Test
    void showsFindingsWithTheirRemedies() {
        backend.findings.add(new Finding("java", Verdict.OK, "17", ""));
        backend.findings.add(new Finding("open files", Verdict.WARNING, "at most 8192", "raise it"));

        Run run = Run.of(backend, "doctor");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines())
                .containsExactly("ok       java: 17", "warning  open files: at most 8192", "         -> raise it");
        assertThat(backend.examined).containsExactly(Role.CONTROLLER, Role.SUPERVISOR);
    }

    @Test
    void aProblemIsAFailure() {
        backend.findings.add(new Finding("java", Verdict.PROBLEM, "11", "install JDK 17 or newer"));

        Run run = Run.of(backend, "doctor", "supervisor", "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("\"verdict\" : \"PROBLEM\"", "\"remedy\" : \"install JDK 17 or newer\"");
        assertThat(run.errLines()).containsExactly("millrace: 1 problem");
        assertThat(backend.examined).containsExactly(Role.SUPERVISOR);
    }

    @Test
    void anUnknownDaemonIsRefused() {
        Run run = Run.of(backend, "doctor", "nimbus");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("nimbus");
    }
}
