// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.model.WorkerReport.State;
import io.millrace.cluster.registry.Versioned;
import io.millrace.cluster.supervisor.process.WorkerDirectory;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A worker that an earlier supervisor has started. */
class AdoptedWorkerTest extends OneSupervisedWorker {

    @Test
    void anAdoptedWorkerIsNotStartedAgain() throws IOException {
        LaunchSpec spec = spec();
        FakeProcess process = adopt(spec);
        setDesired(assignment(1, "n1"));
        step();

        assertThat(started).isEmpty();
        assertThat(worker.report().run().state()).isEqualTo(State.RUNNING);
        assertThat(WorkerDirectory.all(directory)).containsExactly(process.directory);
        assertThat(process.directory.launch()).contains(spec);
        assertThat(process.directory.locked()).isFalse();
    }

    @Test
    void anAdoptedWorkerRunsUntilItIsConfirmedThatItShouldNot() throws IOException {
        FakeProcess process = adopt(spec());
        stepFor(10_000);
        assertThat(process.terminated).isFalse();
        assertThat(worker.report().run().state()).isEqualTo(State.RUNNING);

        worker.release();
        step();
        assertThat(process.terminated).isTrue();
    }

    @Test
    void theDeathOfAnAdoptedWorkerIsReportedBeforeItIsKnownWhetherItShouldRun() throws IOException {
        FakeProcess process = adopt(spec());
        process.gone = true;
        stepFor(5_000);

        assertThat(worker.report().run().problem()).isEqualTo("died without a report: see its log");
        assertThat(worker.finished()).isFalse();
        assertThat(started).isEmpty();
        setDesired(assignment(1, "n1"));
        step();
        assertThat(started).hasSize(1);
    }

    private LaunchSpec spec() {
        return new FakeNode()
                .prepare(KEY, new DesiredWorker(record(), new Versioned<>(assignment(1, "n1"), 0)))
                .orElseThrow();
    }

    private FakeProcess adopt(LaunchSpec spec) throws IOException {
        FakeProcess process = new FakeProcess(WorkerDirectory.create(directory, spec));
        process.ready(1);
        worker.adopt(spec, process.directory, process, now);
        return process;
    }
}
