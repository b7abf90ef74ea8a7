// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.launch.WorkerExit;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.model.WorkerReport.State;
import io.millrace.cluster.registry.Versioned;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** When a worker is started, replaced and stopped, and how its end is explained. */
class SupervisedWorkerTest extends OneSupervisedWorker {

    @Test
    void aDeadWorkerIsReapedAndReplacedAtOnceUnderAHigherEpoch() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().ready(1);
        step();
        assertThat(worker.report().run().state()).isEqualTo(State.RUNNING);
        Path first = last().directory.path();

        last().gone = true;
        step();

        assertThat(reaped).containsExactly(1L);
        assertThat(first).doesNotExist();
        assertThat(started).hasSize(2);
        assertThat(worker.report().run().epoch()).isEqualTo(2);
    }

    @Test
    void aWorkerThatEndsItsTopologyIsNotStartedAgainUntilThatIsWrittenDown() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().dies("bad number", WorkerExit.KILL_TOPOLOGY);
        step();
        assertThat(failed).containsExactly("t-1 w1 on n1: bad number");

        now += 500;
        step();
        assertThat(failed).hasSize(2);
        assertThat(started).hasSize(1);

        worker.release();
        step();
        assertThat(failed).hasSize(2);
        assertThat(worker.finished()).isTrue();
        assertThat(worker.report().run().death().exitCode()).isEqualTo(WorkerExit.KILL_TOPOLOGY.code());
    }

    @Test
    void aWorkerThatLeavesNoWordIsExplainedByItsExitCode() {
        setDesired(assignment(1, "n1"));
        step();
        last().exitCode = OptionalInt.of(3);
        last().gone = true;
        step();
        assertThat(worker.report().run().death().cause()).contains("ran out of memory: raise topology.worker.heap");

        last().exitCode = OptionalInt.of(137);
        last().gone = true;
        step();
        assertThat(worker.report().run().death().cause()).contains("was killed (SIGKILL)");
    }

    @Test
    void theLimitOfMemoryExplainsAKillButNoOtherEnd() {
        killedForMemory = "reached its limit";
        setDesired(assignment(1, "n1"));
        step();
        last().exitCode = OptionalInt.of(143);
        last().gone = true;
        step();
        assertThat(worker.report().run().death().cause()).contains("SIGTERM");

        last().exitCode = OptionalInt.of(137);
        last().gone = true;
        step();
        assertThat(worker.report().run().death().cause()).isEqualTo("reached its limit");
    }

    @Test
    void stoppingAsksFirstAndKillsInTheEnd() {
        setDesired(assignment(1, "n1"));
        step();
        worker.release();
        step();
        assertThat(last().terminated).isTrue();
        assertThat(worker.report().run().state()).isEqualTo(State.STOPPING);

        now += 9_999;
        step();
        assertThat(last().killed).isFalse();
        now += 1;
        step();
        assertThat(last().killed).isTrue();
        assertThat(worker.finished()).isFalse();
        step();
        assertThat(worker.finished()).isTrue();
        assertThat(started).hasSize(1);
    }

    @Test
    void aWorkerGoesOnWhileOnlyItsPeersMoveAndIsStartedAnewWhenItsWorkChanges() throws IOException {
        setDesired(assignment(1, "n2"));
        step();
        last().ready(1);
        step();

        setDesired(assignment(2, "n3"));
        step();
        assertThat(last().terminated).isFalse();

        setDesired(assignment(3, "n1"));
        step();
        assertThat(last().terminated).isFalse();

        setDesired(new AssignmentRecord("t-1", 4, List.of(new WorkerPlan("w1", "n1", 1, List.of(1, 2)))));
        step();
        assertThat(last().terminated).isTrue();
        last().gone = true;
        step();
        assertThat(started).hasSize(2);
        assertThat(worker.report().run().failures()).isZero();
    }

    @Test
    void aWorkerWithoutTransportIsStartedAnewWhenItsTopologyComesToSpanNodes() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().ready(1);
        step();

        setDesired(assignment(2, "n2"));
        step();

        assertThat(last().terminated).isTrue();
    }

    @Test
    void theNextSupervisorGoesOnCountingDeaths() throws IOException {
        failTwice();
        SupervisedWorker next = new SupervisedWorker(KEY, new FakeNode(), Config.empty());
        assertThat(next.report().run().death()).isEqualTo(worker.report().run().death());

        next.want(new DesiredWorker(record(), new Versioned<>(assignment(1, "n1"), 0)));
        next.step(now, process -> {});
        last().dies("no database", WorkerExit.FAILED);
        next.step(now, process -> {});
        assertThat(next.report().run().death().deaths()).isEqualTo(3);
    }

    @Test
    void aStoppedProcessIsTheProblemAsLongAsItIsStopped() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().ready(1);
        step();
        last().stopped = true;
        assertThat(worker.report().run().problem())
                .isEqualTo("its process 4711 is stopped: continue it with 'kill -CONT 4711'");

        last().stopped = false;
        assertThat(worker.report().run().problem()).isEmpty();
    }
}
