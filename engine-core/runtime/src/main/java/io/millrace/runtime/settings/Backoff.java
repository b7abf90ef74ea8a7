package io.millrace.runtime.settings;

import io.millrace.api.config.Config;

/**
 * The pause before a worker is restarted: none at first, then twice as long each time, until the worker ran for
 * worker.healthy.after. A worker that was killed from outside is restarted without a pause, and this is not its failure,
 * if it ran for a tenth of that time. Pure; the caller passes the time.
 */
public final class Backoff {

    private static final int KILL_SHARE = 10;

    private final long minMillis;
    private final long maxMillis;
    private final long healthyMillis;
    private int failures;

    public Backoff(Config config) {
        minMillis = config.get(ClusterKeys.WORKER_BACKOFF_MIN).toMillis();
        maxMillis =
                Math.max(minMillis, config.get(ClusterKeys.WORKER_BACKOFF_MAX).toMillis());
        healthyMillis = config.get(ClusterKeys.WORKER_HEALTHY_AFTER).toMillis();
    }

    /** The pause after a worker that ran this long. */
    public long pauseMillis(long ranMillis) {
        if (ranMillis >= healthyMillis) {
            failures = 0;
        }
        failures++;
        if (failures == 1) {
            return 0;
        }
        int doublings = Math.min(failures - 2, 40);
        long pause = minMillis << Math.min(doublings, 40);
        return pause < minMillis ? maxMillis : Math.min(maxMillis, pause);
    }

    /** The pause after a worker that ran this long and was killed from outside. */
    public long pauseAfterKillMillis(long ranMillis) {
        if (ranMillis < healthyMillis / KILL_SHARE) {
            return pauseMillis(ranMillis);
        }
        if (ranMillis >= healthyMillis) {
            failures = 0;
        }
        return 0;
    }

    /** The number of failures in a row. */
    public int failures() {
        return failures;
    }
}
