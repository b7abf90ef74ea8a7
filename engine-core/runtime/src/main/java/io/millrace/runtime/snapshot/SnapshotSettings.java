// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.SnapshotAlignment;
import io.millrace.api.config.SnapshotFailurePolicy;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;

/**
 * The settings of a topology's snapshots.
 *
 * @param alignment whether a state contains each input once: tuples behind a barrier wait for the other barriers.
 *     Otherwise they are processed, and may be counted again after a recovery. Exactly-once needs it
 * @param keep number of committed snapshots that are kept; at least 2
 * @param toleratedFailures tolerated failures in a row; -1: any number
 * @param stateDir directory of states; empty if it is not set
 * @param stopOnFailure whether the topology ends when there were more failures in a row
 */
public record SnapshotSettings(
        SnapshotAlignment alignment,
        Times times,
        int keep,
        int toleratedFailures,
        String stateDir,
        boolean stopOnFailure) {

    /**
     * The times at which snapshots begin, and their time-outs, in nanoseconds.
     *
     * @param interval time from begin to begin; 0: no snapshots
     * @param timeout time until all workers have written
     * @param alignmentTimeout time until barriers overtake; {@link Long#MAX_VALUE}: never
     * @param minPause time from the end to the next begin
     * @param standstill time without progress after which it is reported what a snapshot or a recovery waits for
     */
    public record Times(long interval, long timeout, long alignmentTimeout, long minPause, long standstill) {}

    /**
     * Reads the settings of a topology.
     *
     * @throws TopologyException if the topology is to be exactly-once without snapshots, or with snapshots that do not
     *     wait for barriers
     */
    public static SnapshotSettings of(Config config) {
        Guarantee guarantee = config.get(TopologyKeys.GUARANTEE);
        String stateDir = config.get(TopologyKeys.STATE_DIR);
        long interval = config.get(TopologyKeys.SNAPSHOT_INTERVAL).toNanos();
        if (guarantee == Guarantee.EXACTLY_ONCE && interval == 0) {
            throw new TopologyException(
                    "topology.snapshot.interval is 0 s: topology.guarantee exactly-once needs snapshots,"
                            + " so set an interval such as 1 s");
        }
        SnapshotAlignment alignment = config.get(TopologyKeys.SNAPSHOT_ALIGNMENT);
        if (guarantee == Guarantee.EXACTLY_ONCE && alignment == SnapshotAlignment.NEVER) {
            throw new TopologyException(
                    "topology.snapshot.alignment is never: topology.guarantee exactly-once needs snapshots that"
                            + " contain each input once, so leave it out, or set at-least-once");
        }
        boolean wanted =
                guarantee == Guarantee.EXACTLY_ONCE || guarantee == Guarantee.AT_LEAST_ONCE && !stateDir.isEmpty();
        Times times = new Times(
                wanted ? interval : 0,
                config.get(TopologyKeys.SNAPSHOT_TIMEOUT).toNanos(),
                guarantee == Guarantee.EXACTLY_ONCE
                        ? config.get(TopologyKeys.SNAPSHOT_ALIGNMENT_TIMEOUT).toNanos()
                        : Long.MAX_VALUE,
                config.get(TopologyKeys.SNAPSHOT_MIN_PAUSE).toNanos(),
                config.get(TopologyKeys.STANDSTILL_WARNING).toNanos());
        return new SnapshotSettings(
                guarantee == Guarantee.EXACTLY_ONCE ? SnapshotAlignment.ALWAYS : alignment,
                times,
                config.get(TopologyKeys.SNAPSHOT_KEEP),
                config.get(TopologyKeys.SNAPSHOT_TOLERATED_FAILURES),
                stateDir,
                config.get(TopologyKeys.ON_SNAPSHOT_FAILURE) == SnapshotFailurePolicy.STOP);
    }

    /** Returns these settings with {@link SnapshotAlignment#AUTO} decided by the components of the topology. */
    public SnapshotSettings in(Topology topology) {
        if (alignment != SnapshotAlignment.AUTO) {
            return this;
        }
        boolean counts =
                topology.components().stream().anyMatch(spec -> spec.snapshots().counting());
        return new SnapshotSettings(
                counts ? SnapshotAlignment.ALWAYS : SnapshotAlignment.NEVER,
                times,
                keep,
                toleratedFailures,
                stateDir,
                stopOnFailure);
    }

    /** Returns whether states contain each input once, as far as that is known without the topology's components. */
    public boolean aligned() {
        return alignment == SnapshotAlignment.ALWAYS;
    }

    /** Returns whether the topology has snapshots. */
    public boolean enabled() {
        return times.interval > 0;
    }
}
