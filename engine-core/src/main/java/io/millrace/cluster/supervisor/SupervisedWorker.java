package io.millrace.cluster.supervisor;

import io.millrace.api.config.Config;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.ClusterKeys;
import io.millrace.cluster.client.WorkerDeath;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.supervisor.WorkerReport.State;
import io.millrace.cluster.worker.FailureNote;
import io.millrace.cluster.worker.LaunchSpec;
import io.millrace.cluster.worker.WorkerExit;
import io.millrace.runtime.metrics.WorkerSnapshot;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker through all its starts. The supervisor's loop sets what is wanted and calls {@link #step}; everything but
 * {@link #report} belongs to that thread.
 */
final class SupervisedWorker {

    private static final Logger LOG = LoggerFactory.getLogger(SupervisedWorker.class);
    private static final long NOTHING_DUE = Long.MAX_VALUE;
    private static final long STARTING_CHECK_MILLIS = 50;
    private static final long DOOM_RETRY_MILLIS = 500;
    private static final int UNKNOWN = -1;

    private final WorkerKey key;
    private final Surroundings surroundings;
    private final Backoff backoff;
    private final long startTimeoutMillis;
    private final long stopTimeoutMillis;

    private State state = State.WAITING;
    private Wanted wanted;
    private long dueMillis;
    private long startedMillis;
    private boolean asked;
    private String problem = "";
    private String killedFor = "";
    private WorkerDeath death;

    /** The start that ended so that its topology is to end, and why; null if there was none. */
    private LaunchSpec doomed;

    private String doom;

    /** The present start; null while there is none. */
    private LaunchSpec spec;

    private WorkerDirectory directory;
    private WorkerProcess process;

    /** For the threads that report. */
    private volatile Published published;

    private record Published(
            State state,
            long epoch,
            long pid,
            int failures,
            String problem,
            WorkerDeath death,
            WorkerDirectory directory) {}

    private volatile WorkerSnapshot lastSnapshot;

    SupervisedWorker(WorkerKey key, Surroundings surroundings, Config config) {
        this.key = key;
        this.surroundings = surroundings;
        this.backoff = new Backoff(config);
        this.startTimeoutMillis = config.get(ClusterKeys.WORKER_START_TIMEOUT).toMillis();
        this.stopTimeoutMillis = config.get(ClusterKeys.WORKER_STOP_TIMEOUT).toMillis();
        publish();
    }

    /** Takes over a worker that an earlier supervisor started. */
    void adopt(LaunchSpec running, WorkerDirectory where, WorkerProcess found, long nowMillis) {
        spec = running;
        directory = where;
        process = found;
        startedMillis = nowMillis;
        state = State.STARTING;
        publish();
    }

    /** What the registry wants now; null: that it is gone. */
    void want(Wanted next) {
        wanted = next;
    }

    /** The topology by name, if there is a process. */
    Optional<LaunchSpec> running() {
        return Optional.ofNullable(spec);
    }

    /** Whether nothing is wanted and nothing is left. */
    boolean finished() {
        return wanted == null && process == null;
    }

    /** Does what is due; returns when the next step is, at the latest. */
    long step(long nowMillis, Consumer<WorkerProcess> watchExit) {
        if (process != null && process.gone()) {
            bury(nowMillis);
        }
        if (doomed != null) {
            endTopology(nowMillis);
        } else if (process == null) {
            if (wanted != null && nowMillis >= dueMillis) {
                start(nowMillis, watchExit);
            }
        } else if (state != State.STOPPING && !stillServes()) {
            LOG.info("stopping {} of {}", key.worker(), key.topologyId());
            stop(nowMillis);
        } else if (state == State.STARTING) {
            checkStarted(nowMillis);
        } else if (state == State.STOPPING && nowMillis >= dueMillis && !asked) {
            LOG.warn("{} of {} did not end in time: killing it", key.worker(), key.topologyId());
            process.kill();
            asked = true;
        }
        publish();
        return nextDue(nowMillis);
    }

    /** Any thread. */
    WorkerReport report() {
        return report(MetricsDetail.FULL);
    }

    /**
     * Any thread.
     *
     * @param detail how much of its metrics is read
     */
    WorkerReport report(MetricsDetail detail) {
        Published now = published;
        Optional<WorkerSnapshot> snapshot =
                now.directory() == null ? Optional.empty() : surroundings.metrics(now.directory(), detail);
        return new WorkerReport(
                key.topologyId(),
                key.worker(),
                now.epoch(),
                now.pid(),
                now.state(),
                now.failures(),
                now.problem(),
                now.death(),
                snapshot.orElse(lastSnapshot));
    }

    /** Of {@link #report} the tasks that are finished; any thread. */
    FinishedTasks finishedTasks() {
        WorkerDirectory now = published.directory();
        WorkerSnapshot last = lastSnapshot;
        List<Integer> tasks = now != null
                ? surroundings.finishedTasks(now)
                : last == null
                        ? List.of()
                        : last.tasks().stream()
                                .filter(TaskMetrics::finished)
                                .map(TaskMetrics::task)
                                .toList();
        return new FinishedTasks(key.topologyId(), tasks);
    }

    private boolean stillServes() {
        return wanted != null && spec.stillServes(wanted.assignment());
    }

    private void start(long nowMillis, Consumer<WorkerProcess> watchExit) {
        try {
            Optional<LaunchSpec> prepared = surroundings.prepare(key, wanted);
            if (prepared.isEmpty()) {
                dueMillis = nowMillis + STARTING_CHECK_MILLIS;
                return;
            }
            spec = prepared.get();
            directory = surroundings.directory(spec);
            process = surroundings.launch(spec, directory);
        } catch (IOException | RuntimeException e) {
            String why = e instanceof IOException io ? Directories.reason(io) : e.getMessage();
            abandon();
            failed(nowMillis, 0, "cannot start: " + why);
            return;
        }
        startedMillis = nowMillis;
        killedFor = "";
        state = State.STARTING;
        watchExit.accept(process);
        LOG.info("started {} of {}: epoch {}, pid {}", key.worker(), key.topologyId(), spec.epoch(), process.pid());
    }

    /** A start that came to no process. */
    private void abandon() {
        try {
            if (directory != null) {
                directory.remove();
            }
        } catch (IOException e) {
            LOG.warn("cannot remove {}: {}", directory.path(), Directories.reason(e));
        }
        spec = null;
        directory = null;
    }

    private void checkStarted(long nowMillis) {
        if (directory.endpoint().isPresent()) {
            state = State.RUNNING;
            problem = "";
        } else if (nowMillis - startedMillis >= startTimeoutMillis) {
            LOG.warn("{} of {} has not joined in time: killing it", key.worker(), key.topologyId());
            killedFor = "did not join within " + ClusterKeys.WORKER_START_TIMEOUT.name();
            problem = killedFor;
            process.kill();
            startedMillis = nowMillis;
        }
    }

    private void stop(long nowMillis) {
        state = State.STOPPING;
        dueMillis = nowMillis + stopTimeoutMillis;
        asked = false;
        process.terminate();
    }

    private void bury(long nowMillis) {
        surroundings.metrics(directory, MetricsDetail.FULL).ifPresent(snapshot -> lastSnapshot = snapshot);
        boolean wasStopping = state == State.STOPPING;
        Optional<FailureNote> note = directory.failure();
        int exitCode = process.exitCode().orElse(note.map(FailureNote::exitCode).orElse(UNKNOWN));
        String why = note.map(FailureNote::cause).orElse(killedFor.isEmpty() ? withoutWord(exitCode) : killedFor);
        try {
            directory.remove();
        } catch (IOException e) {
            // The next start of a supervisor tries again; a new start of the worker has another directory.
            LOG.warn("cannot remove {}: {}", directory.path(), Directories.reason(e));
        }
        surroundings.buried(directory, spec);
        long ranMillis = nowMillis - startedMillis;
        LaunchSpec ended = spec;
        process = null;
        directory = null;
        spec = null;
        if (wasStopping || wanted == null) {
            state = State.WAITING;
            problem = "";
            dueMillis = nowMillis;
            return;
        }
        failed(nowMillis, ranMillis, why);
        int deaths = death == null ? 1 : death.deaths() + 1;
        death = new WorkerDeath(
                key.worker(),
                ended.node(),
                why,
                exitCode,
                surroundings.currentTimeMillis(),
                deaths,
                backoff.failures());
        // The note counts, as only a parent is told the exit code
        if (note.map(FailureNote::exitCode).orElse(exitCode) == WorkerExit.KILL_TOPOLOGY.code()) {
            LOG.error("{} of {} ends its topology: {}", key.worker(), key.topologyId(), why);
            doomed = ended;
            dueMillis = nowMillis;
            doom = ended.worker() + " on " + ended.node() + ": " + why;
        }
    }

    private static String withoutWord(int exitCode) {
        return exitCode == UNKNOWN ? "died without a word: see its log" : WorkerExit.describe(exitCode);
    }

    /** Not started again: tries to write it down until nobody wants it any more. */
    private void endTopology(long nowMillis) {
        if (wanted == null) {
            doomed = null;
            problem = "";
        } else if (nowMillis >= dueMillis) {
            surroundings.fail(doomed, doom);
            dueMillis = nowMillis + DOOM_RETRY_MILLIS;
        }
    }

    private void failed(long nowMillis, long ranMillis, String why) {
        long pause = backoff.pauseMillis(ranMillis);
        if (!why.equals(problem)) {
            LOG.warn("{} of {}: {}", key.worker(), key.topologyId(), why);
        }
        state = State.WAITING;
        problem = why;
        dueMillis = nowMillis + pause;
    }

    private long nextDue(long nowMillis) {
        return switch (state) {
            case WAITING -> wanted == null ? NOTHING_DUE : Math.max(0, dueMillis - nowMillis);
            case STARTING -> STARTING_CHECK_MILLIS;
            case STOPPING -> asked ? STARTING_CHECK_MILLIS : Math.max(0, dueMillis - nowMillis);
            case RUNNING -> NOTHING_DUE;
        };
    }

    private void publish() {
        published = new Published(
                state,
                spec == null ? 0 : spec.epoch(),
                process == null ? 0 : process.pid(),
                backoff.failures(),
                problem,
                death,
                directory);
    }
}
