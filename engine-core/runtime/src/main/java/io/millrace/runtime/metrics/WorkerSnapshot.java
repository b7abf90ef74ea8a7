// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.json.Inline;
import io.millrace.api.metrics.EngineDecision;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.geo.ChannelEnds;
import java.util.List;

/**
 * The metrics of one worker at one time, as read from its metrics file.
 *
 * @param takenNanos time of the reading, by a clock that is monotonic on the worker's node
 */
public record WorkerSnapshot(
        String worker,
        long epoch,
        long takenNanos,
        @Inline Work work,
        @Inline Exchange exchange,
        @Inline Capabilities capabilities) {

    /**
     * The work of a worker's tasks.
     *
     * @param times the division of its executors' time, one per task
     */
    public record Work(List<TaskMetrics> tasks, List<TaskTime> times, List<ExecutorMetrics> executors) {

        public static final Work NONE = new Work(List.of(), List.of(), List.of());
    }

    /**
     * The tuples between its tasks, and between them and others.
     *
     * @param peers the traffic with workers of other nodes
     * @param traffic what its tasks sent, by source task and stream; without pairs of tasks that exchanged nothing
     * @param stages where sampled tuples spent their time on the way to its tasks; without stages that no tuple passed
     * @param links tuples sent, by kind of link
     * @param received tuples received and processed, by kind of link
     * @param dropped tuples counted as sent that could not be delivered because their receiver died
     * @param endToEnd an encoded HdrHistogram of nanoseconds, so that those of several workers can be added; empty if
     *     nothing was measured
     */
    public record Exchange(
            List<PeerMetrics> peers,
            List<StreamTraffic> traffic,
            List<StageLatencies> stages,
            LinkCounts links,
            LinkCounts received,
            long dropped,
            byte[] endToEnd) {

        /** Returns that of a worker of which only counts were asked for. */
        public static Exchange of(LinkCounts links, LinkCounts received, long dropped) {
            return new Exchange(List.of(), List.of(), List.of(), links, received, dropped, new byte[0]);
        }
    }

    /**
     * The reports of capabilities, which not every topology has.
     *
     * @param snapshots the snapshots of the topology; null unless its coordinator is in this worker, and where only
     *     counts were asked for
     * @param channels the ends of channels between sites; none where only counts were asked for
     * @param decisions the decisions of its tasks about their engines, the oldest first; none where only counts were
     *     asked for
     */
    public record Capabilities(SnapshotMetrics snapshots, ChannelEnds channels, List<EngineDecision> decisions) {

        public static final Capabilities NONE = new Capabilities(null, ChannelEnds.NONE, List.of());

        public Capabilities {
            // A worker of an earlier version does not tell
            channels = channels == null ? ChannelEnds.NONE : channels;
            decisions = decisions == null ? List.of() : decisions;
        }
    }

    public List<TaskMetrics> tasks() {
        return work.tasks();
    }

    public List<ExecutorMetrics> executors() {
        return work.executors();
    }

    public List<PeerMetrics> peers() {
        return exchange.peers();
    }

    public List<StreamTraffic> traffic() {
        return exchange.traffic();
    }

    public List<StageLatencies> stages() {
        return exchange.stages();
    }

    public LinkCounts links() {
        return exchange.links();
    }

    public long dropped() {
        return exchange.dropped();
    }

    /** Returns the same with what is known of snapshots, which may be null. */
    public WorkerSnapshot with(SnapshotMetrics known) {
        return with(new Capabilities(known, capabilities.channels(), capabilities.decisions()));
    }

    /** Returns a copy with the ends of channels between sites. */
    public WorkerSnapshot with(ChannelEnds ends) {
        return with(new Capabilities(capabilities.snapshots(), ends, capabilities.decisions()));
    }

    /** Returns a copy with the decisions of tasks about their engines. */
    public WorkerSnapshot with(List<EngineDecision> made) {
        return with(new Capabilities(capabilities.snapshots(), capabilities.channels(), made));
    }

    private WorkerSnapshot with(Capabilities now) {
        return new WorkerSnapshot(worker, epoch, takenNanos, work, exchange, now);
    }
}
