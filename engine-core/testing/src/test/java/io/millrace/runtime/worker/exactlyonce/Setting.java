// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The setting in which a shape runs.
 *
 * @param nodes number of nodes over which the workers are spread
 * @param jitter most time by which messages between nodes are late beyond the delay
 * @param executors number of each worker's executors
 * @param seed seed of the schedule
 */
record Setting(int workers, int nodes, Duration delay, Duration jitter, int executors, long seed, Config config) {

    private static final Config CONFIG = Config.empty()
            .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
            .with(TopologyKeys.WATERMARK_INTERVAL, Duration.ofMillis(1))
            .with(TopologyKeys.RING_BYTES, 1L << 16);

    /** Returns a setting of three workers on three nodes. */
    static Setting three(long seed) {
        Config config = CONFIG.with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(2))
                .with(TopologyKeys.SNAPSHOT_ALIGNMENT_TIMEOUT, overtaking(seed));
        return new Setting(3, 3, Duration.ofNanos(300_000), Duration.ofNanos(200_000), 1, seed, config);
    }

    /**
     * Returns the time until barriers overtake: a third of the seeds each never overtakes, always does, and sometimes.
     */
    private static Duration overtaking(long seed) {
        return switch ((int) (seed % 3)) {
            case 0 -> ConfigKey.NEVER;
            case 1 -> Duration.ZERO;
            default -> Duration.ofNanos(500_000);
        };
    }

    /**
     * Returns a setting of any number of workers, short and long inboxes and delays.
     *
     * @param slow whether a bolt pauses, so that links are full
     */
    static Setting random(long seed, int leastWorkers, boolean slow) {
        SplittableRandom random = new SplittableRandom(seed);
        int workers = leastWorkers + random.nextInt(5 - leastWorkers);
        int inbox = random.nextBoolean() ? 2 : 3 + random.nextInt(100);
        // Two workers of one node with full rings to each other wake each other all the time
        int nodes = inbox == 2 || slow ? workers : 1 + random.nextInt(workers);
        Config config = CONFIG.with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(2 + random.nextInt(5)))
                .with(TopologyKeys.INBOX, inbox)
                .with(TopologyKeys.SNAPSHOT_ALIGNMENT_TIMEOUT, overtaking(seed));
        return new Setting(
                workers,
                nodes,
                Duration.ofNanos(random.nextInt(1_500_000)),
                Duration.ofNanos(random.nextBoolean() ? 0 : random.nextInt(2_000_000)),
                1 + random.nextInt(2),
                seed,
                config);
    }
}
