// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.settings;

import io.millrace.api.config.Backoff;
import io.millrace.api.config.Config;

/**
 * The pause before a worker is restarted: none at first, then twice as long each time, until the worker ran for
 * worker.healthy.after. A worker that was killed from outside after a tenth of that time or more is restarted without a
 * pause, and the kill is not counted as its failure. Pure; the caller passes the time.
 */
public final class WorkerBackoff {

    private static final int KILL_SHARE = 10;

    private final Backoff millis;
    private final long healthyMillis;
    private int failures;

    public WorkerBackoff(Config config) {
        long min = config.get(ClusterKeys.WORKER_BACKOFF_MIN).toMillis();
        millis = new Backoff(
                min, Math.max(min, config.get(ClusterKeys.WORKER_BACKOFF_MAX).toMillis()));
        healthyMillis = config.get(ClusterKeys.WORKER_HEALTHY_AFTER).toMillis();
    }

    /** Returns the pause after a worker that ran this long. */
    public long pauseMillis(long ranMillis) {
        if (ranMillis >= healthyMillis) {
            failures = 0;
        }
        return millis.after(failures++);
    }

    /** Returns the pause after a worker that ran this long and was killed from outside. */
    public long pauseAfterKillMillis(long ranMillis) {
        if (ranMillis < healthyMillis / KILL_SHARE) {
            return pauseMillis(ranMillis);
        }
        if (ranMillis >= healthyMillis) {
            failures = 0;
        }
        return 0;
    }

    /** Returns the number of failures in a row. */
    public int failures() {
        return failures;
    }
}
