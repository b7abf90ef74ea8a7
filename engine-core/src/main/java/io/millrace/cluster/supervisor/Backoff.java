package io.millrace.cluster.supervisor;

import io.millrace.api.config.Config;
import io.millrace.cluster.ClusterKeys;

/**
 * How long to wait before a worker is started again: not at all at first, then twice as long each time, until it ran well
 * for a while. Pure; the caller brings the time.
 */
public final class Backoff {

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

    /** The pause after an end that came this long after the start. */
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

    /** Ends in a row. */
    int failures() {
        return failures;
    }
}
