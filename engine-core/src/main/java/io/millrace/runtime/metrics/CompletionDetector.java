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
 * Finds out from readings of all workers that a topology has nothing left to do; called by whoever collects the
 * readings, one thread at a time.
 *
 * <p>A reading is quiet if every task is in it, every spout task has finished and has no tree under way, no inbox or
 * outbox holds a tuple, and as many tuples were received as were sent. Counts only grow, and a tuple is counted as sent
 * before it can be received and as received after all that it caused was sent. So if a second reading, all of it taken
 * after the first, shows the same counts, nothing was under way in between, nor can be again (the four-counter method of
 * Mattern, 1987).
 *
 * <p>Where tuples got lost (a worker was restarted, a receiver died) sent and received never meet again. Then trees
 * under way tell about tracked tuples, and for untracked ones {@link #LOSSY_READINGS} equal readings must do.
 */
public final class CompletionDetector {

    /** Equal readings that are needed when tuples got lost. */
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
     * Finds out that nothing is under way in a topology whose spouts do not emit at present, though they may again. Two equal
     * readings must do also where tuples got lost: trees tell for sure of all that are tracked, and sources wait meanwhile.
     */
    public static CompletionDetector ofPaused(TaskPlan plan) {
        return new CompletionDetector(plan, false);
    }

    /**
     * Takes a reading and says whether the topology has completed; once it has, that stays. Every snapshot must have
     * been taken after the previous call returned; a reading with one that is not younger than before is ignored.
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

    /** Whether a reading can find it complete if these tasks are finished: all that are spouts must be among them. */
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
            received += snapshot.received().total();
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
