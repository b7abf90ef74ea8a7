// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A worker that does not join, or makes no turn, is killed and replaced. */
class HungWorkerTest extends OneSupervisedWorker {

    @Test
    void aWorkerThatDoesNotJoinIsKilledAndStartedAgain() {
        setDesired(assignment(1, "n1"));
        step();
        now += 59_999;
        step();
        assertThat(last().killed).isFalse();

        now += 1;
        step();
        assertThat(last().killed).isTrue();
        step();
        assertThat(started).hasSize(2);
    }

    @Test
    void aWorkerThatMakesNoTurnDumpsItsThreadsAndIsKilledAndReplaced() throws IOException {
        run();
        FakeProcess hung = last();
        heartbeat = 1;
        stepFor(1_000);
        stepFor(29_000);
        assertThat(hung.dumped).isFalse();

        stepFor(1_000);
        assertThat(hung.dumped).isTrue();
        assertThat(hung.killed).isFalse();
        stepFor(1_000);
        assertThat(hung.killed).isTrue();
        step();
        assertThat(started).hasSize(2);
        assertThat(worker.report().run().death().cause()).isEqualTo("made no turn for 30 s (worker.hang.timeout)");
    }

    @Test
    void aStoppedWorkerIsKilledAtOnceAsItCannotDumpItsThreads() throws IOException {
        run();
        FakeProcess hung = last();
        heartbeat = 1;
        hung.stopped = true;
        stepFor(31_000);

        assertThat(hung.dumped).isFalse();
        assertThat(hung.killed).isTrue();
        step();
        assertThat(worker.report().run().death().cause())
                .isEqualTo("made no turn for 30 s (worker.hang.timeout): its process is stopped (SIGSTOP)");
    }

    @Test
    void aWorkerWithHeartbeatsOrWithoutAnyIsNotKilled() throws IOException {
        run();
        stepFor(100_000);
        for (int i = 0; i < 10; i++) {
            heartbeat++;
            stepFor(29_000);
        }
        assertThat(last().killed).isFalse();
        assertThat(last().dumped).isFalse();
    }

    @Test
    void theTimeWithoutProgressIsCountedAnewForTheNextStart() throws IOException {
        run();
        heartbeat = 1;
        stepFor(20_000);
        last().gone = true;
        step();
        last().ready(2);
        stepFor(29_000);

        assertThat(last().killed).isFalse();
        assertThat(last().dumped).isFalse();
        assertThat(started).hasSize(2);
    }

    /** The supervisor or the machine was stopped: the worker may have been stopped with it. */
    @Test
    void aPauseOfTheSupervisorIsNotCountedAsThatOfTheWorker() throws IOException {
        run();
        heartbeat = 1;
        stepFor(10_000);
        now += 3_600_000;
        step();
        stepFor(12_000);
        assertThat(last().dumped).isFalse();

        stepFor(2_000);
        assertThat(last().dumped).isTrue();
    }

    @Test
    void aTimeoutThatWouldKillWorkersWithoutFaultIsRefused() {
        Config config = Config.empty().with(ClusterKeys.WORKER_HANG_TIMEOUT, Duration.ofMillis(1_999));

        assertThatThrownBy(() -> HangWatch.timeoutMillis(config))
                .hasMessage("worker.hang.timeout is 1999 ms: it takes 0 s (never) or at least 2 s");
        assertThat(HangWatch.timeoutMillis(config.with(ClusterKeys.WORKER_HANG_TIMEOUT, Duration.ZERO)))
                .isZero();
    }
}
