// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.launch.WorkerExit;
import io.millrace.cluster.model.WorkerDeath;
import io.millrace.cluster.model.WorkerReport.State;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The pauses between the starts of a worker that fails, or cannot be started. */
class WorkerBackOffTest extends OneSupervisedWorker {

    @Test
    void aWorkerThatKeepsDyingIsStartedLessAndLessOftenAndSaysWhy() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        last().dies("no database", WorkerExit.FAILED);
        step();
        last().dies("no database", WorkerExit.FAILED);
        step();
        assertThat(started).hasSize(2);
        assertThat(worker.report().run().state()).isEqualTo(State.WAITING);
        assertThat(worker.report().run().failures()).isEqualTo(2);

        now += 199;
        step();
        assertThat(started).hasSize(2);
        now += 1;
        step();
        assertThat(started).hasSize(3);
        assertThat(worker.report().run().problem()).isNotEmpty();

        last().ready(3);
        step();
        assertThat(worker.report().run().problem()).isEmpty();
        assertThat(worker.report().run().death())
                .isEqualTo(new WorkerDeath("w1", "n1", "no database", WorkerExit.FAILED.code(), 1_000_000, 2, 2));
    }

    @Test
    void aStartThatCannotBeMadeIsTriedEverySecondAndIsNoFailure() throws IOException {
        obstacle = "no space left on device";
        setDesired(assignment(1, "n1"));
        for (int second = 0; second < 60; second++) {
            step();
            now += 1_000;
        }
        assertThat(started).isEmpty();
        assertThat(worker.report().run().problem()).isEqualTo("cannot start: no space left on device");
        assertThat(worker.report().run().state()).isEqualTo(State.WAITING);
        assertThat(worker.report().run().failures()).isZero();

        obstacle = null;
        step();
        assertThat(started).hasSize(1);
        last().dies("no database", WorkerExit.FAILED);
        step();
        assertThat(started).hasSize(2);
    }

    @Test
    void aStartThatCannotBeMadeIsTriedAtOnceWhenItsCauseChanges() {
        obstacle = "ZooKeeper does not answer";
        setDesired(assignment(1, "n1"));
        step();
        obstacle = null;
        step();
        assertThat(started).isEmpty();

        worker.retry(now);
        step();
        assertThat(started).hasSize(1);
    }

    @Test
    void theBackOffOfAFailingWorkerDoesNotEndWhenOtherThingsChange() throws IOException {
        failTwice();

        worker.retry(now);
        step();
        assertThat(started).hasSize(2);
    }

    @Test
    void killsFromOutsideAreFollowedByStartsAtOnce() {
        setDesired(assignment(1, "n1"));
        step();
        for (int kill = 1; kill <= 24; kill++) {
            now += 5_000;
            last().exitCode = OptionalInt.of(kill % 2 == 0 ? 137 : 143);
            last().gone = true;
            step();
            assertThat(started).hasSize(1 + kill);
        }
        assertThat(worker.report().run().failures()).isZero();
        assertThat(worker.report().run().death().deaths()).isEqualTo(24);
    }

    /** Only a parent gets the exit code. */
    @Test
    void anAdoptedWorkerThatLeavesNoReportCountsAsKilled() throws IOException {
        failTwice();
        now += 200;
        step();
        now += 5_000;
        last().gone = true;
        step();

        assertThat(started).hasSize(4);
        assertThat(worker.report().run().failures()).isEqualTo(2);
    }

    @Test
    void aWorkerThatItsSupervisorKilledHasFailed() {
        setDesired(assignment(1, "n1"));
        step();
        now += 60_000;
        step();
        last().exitCode = OptionalInt.of(137);
        step();

        assertThat(worker.report().run().failures()).isEqualTo(1);
    }

    @Test
    void thePauseGrowsHoweverLongAWorkerTriesToOpen() throws IOException {
        setDesired(assignment(1, "n1"));
        step();
        for (int i = 0; i < 3; i++) {
            last().ready(i + 1);
            step();
            now += Duration.ofMinutes(5).toMillis();
            last().dies("no database", WorkerExit.NOT_OPENED);
            step();
            now += 200L << i;
            step();
        }

        assertThat(worker.report().run().failures()).isEqualTo(3);
        assertThat(worker.report().run().death().inARow()).isEqualTo(3);
    }
}
