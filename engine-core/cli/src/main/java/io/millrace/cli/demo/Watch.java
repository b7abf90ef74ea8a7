// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.ClusterException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Follows a running topology until it has completed, and shows its progress and replaced workers. */
final class Watch {

    private static final Duration POLL = Duration.ofMillis(250);
    private static final int POLLS_PER_ROW = 4;
    private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();

    private final Cluster cluster;
    private final String topology;
    private final Progress progress;
    private final Predicate<Duration> stopWithin;
    private final TreeMap<String, WorkerMetrics> workers = new TreeMap<>();
    private long firstCountedMillis = Long.MAX_VALUE;
    private final Set<String> problems = new HashSet<>();
    private int replaced;
    private long killAt;
    private Sample last;

    /**
     * @param stopWithin waits up to this long for a stop signal, and returns whether it came
     * @param killAt the number of lines left at which one worker is killed; negative for no kill
     */
    Watch(Cluster cluster, String topology, Progress progress, Predicate<Duration> stopWithin, long killAt) {
        this.cluster = cluster;
        this.topology = topology;
        this.progress = progress;
        this.stopWithin = stopWithin;
        this.killAt = killAt;
    }

    /** Follows the topology; returns false if it was stopped. */
    boolean untilCompleted() {
        Sample rowBegan = null;
        long progressNanos = System.nanoTime();
        for (int poll = 1; ; poll++) {
            TopologyMetrics metrics = metricsOrNull();
            long now = System.nanoTime();
            if (metrics != null) {
                noteWorkers(metrics);
                noteFirstCount(metrics);
                Sample before = last;
                last = Sample.of(metrics, now);
                if (before == null
                        || before.linesLeft() != last.linesLeft()
                        || before.wordsCounted() != last.wordsCounted()) {
                    progressNanos = now;
                }
                rowBegan = rowBegan == null ? last : rowBegan;
                boolean fullRow = poll % POLLS_PER_ROW == 0 || last.completed();
                progress.show(rowBegan, last, fullRow);
                if (fullRow && workers.isEmpty()) {
                    sayProblems();
                }
                rowBegan = fullRow ? last : rowBegan;
                if (last.completed()) {
                    return true;
                }
                killOnce();
            }
            if (now - progressNanos > PATIENCE_NANOS) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "'" + topology + "' made no progress for " + PATIENCE_NANOS / 1_000_000_000
                                + " s: look at what its workers logged, printed above");
            }
            if (stopWithin.test(POLL)) {
                return false;
            }
        }
    }

    /** Kills the last worker, a child of this process, as an operator's {@code kill -9} does. */
    private void killOnce() {
        if (last.wordsCounted() == 0 || last.linesLeft() > killAt) {
            return;
        }
        killAt = -1;
        WorkerMetrics victim = workers.lastEntry().getValue();
        progress.say("half of the work is done: kill -9 of worker " + victim.worker() + ", process " + victim.pid());
        ProcessHandle.of(victim.pid()).ifPresent(ProcessHandle::destroyForcibly);
    }

    int replaced() {
        return replaced;
    }

    Map<String, WorkerMetrics> workers() {
        return workers;
    }

    /** Returns the wall-clock time from the submission to the first counted word. */
    long firstTupleMillis(long submittedMillis) {
        return firstCountedMillis - submittedMillis;
    }

    Sample last() {
        return last;
    }

    /** Prints why no worker is up yet, each reason once. */
    private void sayProblems() {
        cluster.describe(topology).problems().stream()
                .filter(problems::add)
                .forEach(problem -> progress.say("problem: " + problem));
    }

    /**
     * Returns the metrics, or null if the request fails, as it may while a worker dies; the patience above bounds the
     * retries.
     */
    private TopologyMetrics metricsOrNull() {
        try {
            return cluster.metrics(topology);
        } catch (ClusterException e) {
            if (e.reason() == ClusterException.Reason.FAILED) {
                return null;
            }
            throw e;
        }
    }

    private void noteFirstCount(TopologyMetrics metrics) {
        metrics.tasks().stream()
                .map(task -> task.counters().getOrDefault("firstCountedMillis", 0L))
                .filter(millis -> millis > 0)
                .forEach(millis -> firstCountedMillis = Math.min(firstCountedMillis, millis));
    }

    private void noteWorkers(TopologyMetrics metrics) {
        for (WorkerMetrics worker : metrics.workers()) {
            if (!worker.registered()) {
                continue;
            }
            WorkerMetrics before = workers.put(worker.worker(), worker);
            if (before != null && before.epoch() != worker.epoch()) {
                replaced++;
                progress.say("worker " + worker.worker() + " was replaced: process " + before.pid()
                        + " is gone, process " + worker.pid() + " has taken over");
            } else if (before == null) {
                progress.say("worker " + worker.worker() + " runs in process " + worker.pid());
            }
        }
    }
}
