// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.model.WorkerDeath;
import io.millrace.cluster.model.WorkerReport;
import io.millrace.cluster.model.WorkerReport.State;
import io.millrace.runtime.meters.ExpositionText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupervisorExpositionTest {

    @TempDir
    Path directory;

    private final List<WorkerReport> reports = new ArrayList<>();

    @Test
    void workersAreCountedByStateAndDeathsByWorker() {
        SupervisorExposition exposition = exposition();
        reports.add(report("w1", State.RUNNING, 0, new WorkerDeath("w1", "n1", "killed", 137, 5, 3, 1)));
        reports.add(report("w2", State.WAITING, 2, null));

        Map<String, Double> samples = ExpositionText.of(exposition.scrape()).samples();

        assertThat(samples)
                .containsEntry("millrace_supervisor_slots{node=\"n1\"}", 4.0)
                .containsEntry("millrace_supervisor_workers{node=\"n1\",state=\"running\"}", 1.0)
                .containsEntry("millrace_supervisor_workers{node=\"n1\",state=\"waiting\"}", 1.0)
                .containsEntry("millrace_supervisor_workers{node=\"n1\",state=\"starting\"}", 0.0)
                .containsEntry(
                        "millrace_supervisor_worker_deaths_total{node=\"n1\",topology=\"t-1\",worker=\"w1\"}", 3.0)
                .containsEntry(
                        "millrace_supervisor_worker_failures_in_row{node=\"n1\",topology=\"t-1\",worker=\"w2\"}", 2.0);
        assertThat(samples.get("millrace_supervisor_free_bytes{node=\"n1\",use=\"data\"}"))
                .isPositive();

        reports.remove(0);
        assertThat(ExpositionText.of(exposition.scrape()).samples().keySet())
                .as("a worker that is gone")
                .noneMatch(name -> name.contains("worker=\"w1\""));
    }

    @Test
    void monitoringNamesWhatSupervisorsExportAndTheDocsHaveIt() throws IOException {
        reports.add(report("w1", State.RUNNING, 0, null));
        Map<String, String> exported = ExpositionText.of(exposition().scrape()).types();
        Path repository = Path.of("..", "..");

        String page = Files.readString(repository.resolve("docs/prometheus.md"));
        assertThat(exported.keySet()).allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
        Matcher names = Pattern.compile("millrace_supervisor_\\w+")
                .matcher(Files.readString(repository.resolve("deploy/monitoring/grafana-dashboard.json"))
                        + Files.readString(repository.resolve("deploy/monitoring/alerts.yml")));
        while (names.find()) {
            assertThat(exported).containsKey(names.group());
        }
    }

    private SupervisorExposition exposition() {
        return new SupervisorExposition("n1", 4, Map.of("data", directory), detail -> reports);
    }

    private static WorkerReport report(String worker, State state, int failures, WorkerDeath death) {
        return new WorkerReport("t-1", worker, new WorkerReport.Run(1, 42, state, failures, "", death), null);
    }
}
