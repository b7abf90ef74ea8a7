// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import org.junit.jupiter.api.Test;

class WorkerBackoffTest {

    private final WorkerBackoff backoff = new WorkerBackoff(Config.empty()
            .with("worker.restart.backoff.min", "200 ms")
            .with("worker.restart.backoff.max", "1 s")
            .with("worker.healthy.after", "30 s"));

    @Test
    void theFirstRestartComesAtOnceAndTheOthersLaterAndLater() {
        assertThat(backoff.pauseMillis(10)).isZero();
        assertThat(backoff.pauseMillis(10)).isEqualTo(200);
        assertThat(backoff.pauseMillis(10)).isEqualTo(400);
        assertThat(backoff.pauseMillis(10)).isEqualTo(800);
        assertThat(backoff.pauseMillis(10)).isEqualTo(1_000);
        for (int i = 0; i < 100; i++) {
            assertThat(backoff.pauseMillis(10)).isEqualTo(1_000);
        }
        assertThat(backoff.failures()).isEqualTo(105);
    }

    @Test
    void aHealthyRunForgivesAll() {
        backoff.pauseMillis(10);
        backoff.pauseMillis(10);

        assertThat(backoff.pauseMillis(30_000)).isZero();
        assertThat(backoff.failures()).isEqualTo(1);
    }

    @Test
    void aKillAfterATenthOfAHealthyRunIsNoFailure() {
        backoff.pauseMillis(10);
        for (int i = 0; i < 24; i++) {
            assertThat(backoff.pauseAfterKillMillis(3_000)).isZero();
        }
        assertThat(backoff.failures()).isEqualTo(1);

        backoff.pauseAfterKillMillis(30_000);
        assertThat(backoff.failures()).isZero();
    }

    /** A node without memory kills in this way. */
    @Test
    void quickKillsInARowCountAsFailures() {
        assertThat(backoff.pauseAfterKillMillis(2_999)).isZero();
        assertThat(backoff.pauseAfterKillMillis(2_999)).isEqualTo(200);
        assertThat(backoff.pauseAfterKillMillis(2_999)).isEqualTo(400);
    }
}
