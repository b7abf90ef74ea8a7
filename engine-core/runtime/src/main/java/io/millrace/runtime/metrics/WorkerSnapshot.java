package io.millrace.runtime.metrics;

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
 * @param times use of its executors' time, one per task
 * @param peers counters of the exchange with workers of other nodes
 * @param traffic counts of its tasks' tuples, by source task and stream; without pairs of tasks that exchanged nothing
 * @param stages times of sampled tuples on the way to its tasks; without stages that no tuple passed
 * @param links tuples sent, by kind of link
 * @param received tuples received and processed, by kind of link
 * @param dropped tuples counted as sent that could not be delivered because their receiver died
 * @param endToEnd encoded HdrHistogram of nanoseconds, so that histograms of several workers can be added; empty if
 *     nothing was measured
 * @param snapshots metrics of the topology's snapshots; null unless its coordinator is in this worker, and in counts
 *     only
 * @param channels ends of channels between sites; empty in counts only
 * @param decisions decisions of its tasks about their engines, the oldest first; empty in counts only
 */
public record WorkerSnapshot(
        String worker,
        long epoch,
        long takenNanos,
        List<TaskMetrics> tasks,
        List<TaskTime> times,
        List<ExecutorMetrics> executors,
        List<PeerMetrics> peers,
        List<StreamTraffic> traffic,
        List<StageLatencies> stages,
        LinkCounts links,
        LinkCounts received,
        long dropped,
        byte[] endToEnd,
        SnapshotMetrics snapshots,
        ChannelEnds channels,
        List<EngineDecision> decisions) {

    public WorkerSnapshot {
        // A worker of an earlier version does not report channels and decisions
        channels = channels == null ? ChannelEnds.NONE : channels;
        decisions = decisions == null ? List.of() : decisions;
    }

    /** Returns a copy with the metrics of snapshots, which may be null. */
    public WorkerSnapshot with(SnapshotMetrics known) {
        return with(known, channels, decisions);
    }

    /** Returns a copy with the ends of channels between sites. */
    public WorkerSnapshot with(ChannelEnds ends) {
        return with(snapshots, ends, decisions);
    }

    /** Returns a copy with the decisions of tasks about their engines. */
    public WorkerSnapshot with(List<EngineDecision> made) {
        return with(snapshots, channels, made);
    }

    private WorkerSnapshot with(SnapshotMetrics known, ChannelEnds ends, List<EngineDecision> made) {
        return new WorkerSnapshot(
                worker,
                epoch,
                takenNanos,
                tasks,
                times,
                executors,
                peers,
                traffic,
                stages,
                links,
                received,
                dropped,
                endToEnd,
                known,
                ends,
                made);
    }
}
