// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Pulses of a worker with two executors. */
class HeartbeatTest {

    private static final class Scripted implements Heartbeat.Part {
        private boolean mustProgress = true;
        private long progress;

        @Override
        public boolean mustProgress() {
            return mustProgress;
        }

        @Override
        public long progress() {
            return progress;
        }
    }

    private final Scripted first = new Scripted();
    private final Scripted second = new Scripted();
    private int beats;
    private final Heartbeat heartbeat = new Heartbeat(List.of(first, second), () -> beats++);

    @Test
    void aWorkerWhoseExecutorsAllMakeTurnsBeats() {
        for (int i = 1; i <= 5; i++) {
            heartbeat.pulse();
            assertThat(beats).isEqualTo(i);
            first.progress++;
            second.progress += 10;
        }
    }

    @Test
    void oneExecutorWithoutProgressEndsTheBeatUntilItGoesOn() {
        heartbeat.pulse();
        first.progress++;
        heartbeat.pulse();
        first.progress++;
        heartbeat.pulse();
        assertThat(beats).isOne();

        first.progress++;
        second.progress++;
        heartbeat.pulse();
        assertThat(beats).isEqualTo(2);
    }

    /** Each executor has calls of two pulses, and they are out of step. */
    @Test
    void executorsWhoseCallsAreLongerThanAPulseBeatWhenBothHaveGoneOn() {
        heartbeat.pulse();
        for (int i = 1; i <= 4; i++) {
            first.progress++;
            heartbeat.pulse();
            assertThat(beats).isEqualTo(i);
            second.progress++;
            heartbeat.pulse();
            assertThat(beats).isEqualTo(i + 1);
        }
    }

    @Test
    void anExecutorThatWaitsForWorkNeedsNoTurns() {
        first.mustProgress = false;
        second.mustProgress = false;
        heartbeat.pulse();
        heartbeat.pulse();
        assertThat(beats).isEqualTo(2);

        // The thread has just been woken and has not taken a turn yet
        first.mustProgress = true;
        heartbeat.pulse();
        assertThat(beats).isEqualTo(3);
        heartbeat.pulse();
        assertThat(beats).isEqualTo(3);
    }
}
