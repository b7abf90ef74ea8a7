package io.millrace.cli.demo;

import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cli.CommandFailure;
import io.millrace.cli.ExitCode;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.ClusterException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Follows a running topology until it has completed, and shows how far it is and which workers were replaced. */
final class Watch {

    private static final Duration POLL = Duration.ofMillis(250);
    private static final int POLLS_PER_ROW = 4;
    private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();

    private final Cluster cluster;
    private final String topology;
    private final Progress progress;
    private final Predicate<Duration> stopWithin;
    private final Map<String, WorkerMetrics> workers = new TreeMap<>();
    private long firstCountedMillis = Long.MAX_VALUE;
    private final Set<String> problems = new HashSet<>();
    private int replaced;
    private Sample last;

    /** @param stopWithin waits at most so long for a signal to stop, and says whether it came */
    Watch(Cluster cluster, String topology, Progress progress, Predicate<Duration> stopWithin) {
        this.cluster = cluster;
        this.topology = topology;
        this.progress = progress;
        this.stopWithin = stopWithin;
    }

    /** False if it was told to stop before. */
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

    int replaced() {
        return replaced;
    }

    Map<String, WorkerMetrics> workers() {
        return workers;
    }

    /** Wall-clock time from the submission to the first word that any task has counted, as the tasks say. */
    long firstTupleMillis(long submittedMillis) {
        return firstCountedMillis - submittedMillis;
    }

    Sample last() {
        return last;
    }

    /** Why no worker is up yet; each reason once. */
    private void sayProblems() {
        cluster.describe(topology).problems().stream()
                .filter(problems::add)
                .forEach(problem -> progress.say("problem: " + problem));
    }

    /** A worker that is just dying may make one answer fail; the patience above bounds how many. */
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
