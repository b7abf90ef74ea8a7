// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.ComponentSpec;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.plan.TaskPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Detects from readings of all workers that a topology has nothing left to do. The collector of the readings calls it,
 * one thread at a time.
 *
 * <p>A reading is quiet if every task is in it, every spout task has finished and has no pending tree, no bolt has
 * pending inputs, no inbox or outbox holds a tuple, and as many tuples were received as were sent. Counts only grow. A
 * tuple is counted as sent before it can be received. It is counted as received after all tuples that it caused were
 * counted as sent, or its task has shown it as pending, and it is pending until they were. So if a second reading,
 * taken entirely after the first, shows the same counts, nothing was in flight in between, and nothing can be again
 * (the four-counter method of Mattern, 1987).
 *
 * <p>If tuples were lost (a worker was restarted, a receiver died), the counts of sent and received tuples never
 * become equal again. Then pending trees account for tracked tuples, and for untracked ones {@link #LOSSY_READINGS}
 * equal readings must suffice.
 */
public final class CompletionDetector {

    /** The number of equal readings that are needed if tuples were lost. */
    public static final int LOSSY_READINGS = 5;

    private record Counts(Map<String, Long> epochs, long sent, long received, long dropped, List<Long> taskCounts) {}

    private final TaskPlan plan;
    private final boolean spoutsMustFinish;
    private final Map<String, Long> lastTaken = new HashMap<>();
    private final Map<String, Long> epochs = new HashMap<>();
    private boolean restartSeen;
    private Counts last;
    private int equalReadings;
    private boolean completed;

    public CompletionDetector(TaskPlan plan) {
        this(plan, true);
    }

    private CompletionDetector(TaskPlan plan, boolean spoutsMustFinish) {
        this.plan = plan;
        this.spoutsMustFinish = spoutsMustFinish;
    }

    /**
     * Returns a detector that nothing is in flight in a topology whose spouts are paused and may emit again later. Two
     * equal readings must suffice even if tuples were lost: trees account for all tracked tuples, and sources wait
     * meanwhile.
     */
    public static CompletionDetector ofPaused(TaskPlan plan) {
        return new CompletionDetector(plan, false);
    }

    /**
     * Takes a reading and returns whether the topology has completed. Once it has, this does not change. Every
     * snapshot must have been taken after the previous call returned. A reading is ignored if one of its snapshots is
     * not younger than before.
     *
     * @param restarted whether a worker has been started more than once
     */
    public boolean observe(Collection<WorkerSnapshot> snapshots, boolean restarted) {
        if (completed) {
            return true;
        }
        Collection<WorkerSnapshot> newest =
                TopologyMetricsMerge.newest(snapshots).values();
        if (!areYounger(newest)) {
            return false;
        }
        newest.forEach(this::remember);
        boolean lossy = restarted || restartSeen || newest.stream().anyMatch(snapshot -> snapshot.dropped() > 0);
        Counts counts = counts(newest);
        if (!isQuiet(newest) || !lossy && counts.sent != counts.received) {
            last = null;
            equalReadings = 0;
            return false;
        }
        equalReadings = counts.equals(last) ? equalReadings + 1 : 1;
        last = counts;
        completed = equalReadings >= (lossy && spoutsMustFinish ? LOSSY_READINGS : 2);
        return completed;
    }

    /**
     * Returns whether a reading can show completion if these tasks are finished: all spout tasks must be among them.
     */
    public boolean mayComplete(Set<Integer> finished) {
        return plan.tasks().stream()
                .filter(task -> plan.specOf(task).kind() == ComponentSpec.Kind.SPOUT)
                .allMatch(finished::contains);
    }

    private boolean areYounger(Collection<WorkerSnapshot> snapshots) {
        for (WorkerSnapshot snapshot : snapshots) {
            Long before = lastTaken.get(snapshot.worker());
            Long epoch = epochs.get(snapshot.worker());
            if (before != null && epoch == snapshot.epoch() && snapshot.takenNanos() - before <= 0) {
                return false;
            }
        }
        return true;
    }

    private void remember(WorkerSnapshot snapshot) {
        lastTaken.put(snapshot.worker(), snapshot.takenNanos());
        Long before = epochs.put(snapshot.worker(), snapshot.epoch());
        restartSeen |= before != null && before != snapshot.epoch();
    }

    private boolean isQuiet(Collection<WorkerSnapshot> snapshots) {
        Set<Integer> seen = new HashSet<>();
        for (WorkerSnapshot snapshot : snapshots) {
            for (TaskMetrics task : snapshot.tasks()) {
                boolean spout = spoutsMustFinish
                        && plan.hasTask(task.task())
                        && plan.specOf(task.task()).kind() == ComponentSpec.Kind.SPOUT;
                if (spout && !task.finished() || task.pending() != 0 || task.inbox() != 0 || task.outbox() != 0) {
                    return false;
                }
                seen.add(task.task());
            }
        }
        return seen.containsAll(plan.tasks());
    }

    private static Counts counts(Collection<WorkerSnapshot> snapshots) {
        Map<String, Long> epochs = new HashMap<>();
        List<Long> taskCounts = new ArrayList<>();
        long sent = 0;
        long received = 0;
        long dropped = 0;
        for (WorkerSnapshot snapshot : snapshots) {
            epochs.put(snapshot.worker(), snapshot.epoch());
            sent += snapshot.links().total();
            received += snapshot.exchange().received().total();
            dropped += snapshot.dropped();
            for (TaskMetrics task : snapshot.tasks()) {
                taskCounts.add(task.emitted());
                taskCounts.add(task.acked());
                taskCounts.add(task.failed());
            }
        }
        return new Counts(epochs, sent, received, dropped, taskCounts);
    }
}
