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
 * @param takenNanos when they were read, by a clock that is monotonic on the worker's node
 * @param times where its executors' time went, one per task
 * @param peers what was exchanged with workers of other nodes
 * @param traffic what its tasks sent, by source task and stream; without pairs of tasks that exchanged nothing
 * @param stages where sampled tuples spent their time on the way to its tasks; without stages that no tuple passed
 * @param links tuples sent, by kind of link
 * @param received tuples received and processed, by kind of link
 * @param dropped tuples counted as sent that could not be delivered because their receiver died
 * @param endToEnd an encoded HdrHistogram of nanoseconds, so that those of several workers can be added; empty if
 *     nothing was measured
 * @param snapshots of the topology; null unless its coordinator is in this worker, and where only counts were asked for
 * @param channels the ends of channels between sites; none where only counts were asked for
 * @param decisions of its tasks about their engines, the oldest first; none where only counts were asked for
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
        // A worker of an earlier version does not tell
        channels = channels == null ? ChannelEnds.NONE : channels;
        decisions = decisions == null ? List.of() : decisions;
    }

    /** Returns the same with what is known of snapshots, which may be null. */
    public WorkerSnapshot with(SnapshotMetrics known) {
        return with(known, channels, decisions);
    }

    /** Returns the same with the ends of its channels between sites. */
    public WorkerSnapshot with(ChannelEnds ends) {
        return with(snapshots, ends, decisions);
    }

    /** Returns the same with the decisions of its tasks about their engines. */
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
