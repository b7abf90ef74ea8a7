// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.settings.ClusterKeys;

/**
 * Decides whether a running worker hangs, by its heartbeat. A pause between two looks counts as a quarter of the
 * time-out at most: when this process or the whole machine was stopped, the worker gets time for a heartbeat. Owned by
 * the supervisor's loop.
 */
final class HangWatch {

    private static final long LEAST_TIMEOUT_MILLIS = 2_000;
    private static final int LEAST_LOOKS = 4;

    private final long timeoutMillis;
    private long heartbeat;
    private long silentMillis;
    private long lookedMillis;

    HangWatch(Config config) {
        timeoutMillis = timeoutMillis(config);
    }

    /**
     * Returns the time without progress after which a worker hangs; 0 for never.
     *
     * @throws TopologyException if it is so short that workers without fault would be killed
     */
    static long timeoutMillis(Config config) {
        long millis = config.get(ClusterKeys.WORKER_HANG_TIMEOUT).toMillis();
        if (millis > 0 && millis < LEAST_TIMEOUT_MILLIS) {
            throw new TopologyException(ClusterKeys.WORKER_HANG_TIMEOUT.name() + " is " + millis
                    + " ms: it takes 0 s (never) or at least " + LEAST_TIMEOUT_MILLIS / 1_000 + " s");
        }
        return millis;
    }

    /** Notes that a worker begins to run. */
    void begin(long nowMillis) {
        heartbeat = 0;
        silentMillis = 0;
        lookedMillis = nowMillis;
    }

    /**
     * Returns whether the worker hangs.
     *
     * @param beats the worker's heartbeat; 0 if it has none
     */
    boolean hangs(long beats, long nowMillis) {
        if (beats == 0 || beats != heartbeat) {
            begin(nowMillis);
            heartbeat = beats;
        } else {
            silentMillis += Math.min(nowMillis - lookedMillis, timeoutMillis / LEAST_LOOKS);
            lookedMillis = nowMillis;
        }
        return timeoutMillis > 0 && silentMillis >= timeoutMillis;
    }
}
