// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.backend.Backend;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.doctor.Finding;
import io.millrace.cluster.doctor.Verdict;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "doctor",
        description = {
            "Examines whether this machine is fit for the daemons: Java, shared memory, limits, directories, ports,"
                    + " ZooKeeper, the clock, and the kernel's settings.",
            "Changes nothing. Run it as the daemons' user with their settings. The exit code is 1 if there is a problem."
        })
final class DoctorCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(
            arity = "0..*",
            paramLabel = "DAEMON",
            description =
                    "What is to run here: controller, supervisor, zookeeper (default: controller and supervisor).")
    private Set<Backend.Role> daemons = EnumSet.of(Backend.Role.CONTROLLER, Backend.Role.SUPERVISOR);

    @Override
    public void run() {
        List<Finding> findings = millrace.backend().examine(millrace.config(), daemons);
        millrace.print(findings, () -> findings.forEach(this::show));
        long problems = findings.stream()
                .filter(finding -> finding.verdict() == Verdict.PROBLEM)
                .count();
        if (problems > 0) {
            throw new CommandFailure(ExitCode.FAILED, problems == 1 ? "1 problem" : problems + " problems");
        }
    }

    private void show(Finding finding) {
        String verdict = finding.verdict().name().toLowerCase(Locale.ROOT);
        millrace.terminal().line(String.format(Locale.ROOT, "%-8s %s: %s", verdict, finding.check(), finding.found()));
        if (!finding.remedy().isEmpty()) {
            millrace.terminal().line(" ".repeat(9) + "-> " + finding.remedy());
        }
    }
}
