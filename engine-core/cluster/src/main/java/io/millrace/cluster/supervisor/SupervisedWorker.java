// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.api.config.Config;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.config.Units;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.launch.WorkerExit;
import io.millrace.cluster.launch.WorkerFailure;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.WorkerDeath;
import io.millrace.cluster.model.WorkerReport;
import io.millrace.cluster.model.WorkerReport.State;
import io.millrace.cluster.supervisor.process.WorkerDirectory;
import io.millrace.cluster.supervisor.process.WorkerProcess;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.settings.WorkerBackoff;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker through all its starts. The supervisor's loop sets the desired state and calls {@link #step}. That thread
 * owns all fields except the reports.
 */
final class SupervisedWorker {

    private static final Logger LOG = LoggerFactory.getLogger(SupervisedWorker.class);
    private static final long NOTHING_DUE = Long.MAX_VALUE;
    private static final long STARTING_CHECK_MILLIS = 50;
    private static final long FAIL_RETRY_MILLIS = 500;
    private static final long BLOCKED_RETRY_MILLIS = 1_000;
    private static final long DUMP_MILLIS = 1_000;
    private static final int UNKNOWN = -1;

    private final WorkerKey key;
    private final WorkerEnvironment environment;
    private final WorkerBackoff backoff;
    private final HangWatch hangWatch;
    private final String hangCause;
    private final long startTimeoutMillis;
    private final long stopTimeoutMillis;

    private State state = State.WAITING;

    /** The desired state; null if the worker should not run, and before it is known whether it should. */
    private DesiredWorker desired;

    /** Whether it is confirmed that the worker should not run. A worker that was taken over runs until then. */
    private boolean unwanted;

    private long dueMillis;
    private long startedMillis;

    /** Whether the last start could not be made. */
    private boolean blocked;

    private boolean asked;
    private String problem = "";
    private String killedFor = "";
    private WorkerDeath death;

    /** The start whose failure ends the topology, and the cause; null if there is none. */
    private LaunchSpec fatalStart;

    private String fatalCause;

    /** The current start; null while there is none. */
    private LaunchSpec spec;

    private WorkerDirectory directory;
    private WorkerProcess process;

    /** The time at which the worker had written the endpoint that was seen last. */
    private long endpointNanos;

    /** The reports, for the threads that read them. */
    private volatile Published published;

    private record Published(WorkerReport.Run run, WorkerDirectory directory, WorkerProcess process) {

        WorkerReport.Run runNow() {
            return run.problem().isEmpty() && process != null && process.stopped()
                    ? run.withProblem(
                            "its process " + run.pid() + " is stopped: continue it with 'kill -CONT " + run.pid() + "'")
                    : run;
        }
    }

    private volatile WorkerSnapshot lastSnapshot;

    SupervisedWorker(WorkerKey key, WorkerEnvironment environment, Config config) {
        this.key = key;
        this.environment = environment;
        this.backoff = new WorkerBackoff(config);
        this.hangWatch = new HangWatch(config);
        this.hangCause = "made no turn for " + Units.duration(config.get(ClusterKeys.WORKER_HANG_TIMEOUT)) + " ("
                + ClusterKeys.WORKER_HANG_TIMEOUT.name() + ")";
        this.death = environment.lastDeath(key).orElse(null);
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

    /** Sets the desired state of the worker, which should run. */
    void want(DesiredWorker next) {
        desired = next;
        unwanted = false;
    }

    /** Whether the worker should run by this version of the assignment. */
    boolean isWantedBy(int assignmentVersion) {
        return desired != null && desired.assignment().version() == assignmentVersion;
    }

    /** Stops the worker, as it is confirmed that it should not run. */
    void release() {
        desired = null;
        unwanted = true;
    }

    /** Whether it is confirmed that the worker should not run. */
    boolean released() {
        return unwanted;
    }

    /** Tries a start again in the next step, as a condition that may have prevented it has changed. */
    void retry(long nowMillis) {
        if (blocked) {
            dueMillis = nowMillis;
        }
    }

    /** Returns the current start, if there is one. */
    Optional<LaunchSpec> running() {
        return Optional.ofNullable(spec);
    }

    /** Whether the worker should not run and has no process. */
    boolean finished() {
        return unwanted && process == null;
    }

    /** Does the work that is due. Returns the longest pause before the next step in milliseconds. */
    long step(long nowMillis, Consumer<WorkerProcess> watchExit) {
        if (process != null && process.gone()) {
            reap(nowMillis);
        }
        if (fatalStart != null) {
            endTopology(nowMillis);
        } else if (process == null) {
            if (desired != null && nowMillis >= dueMillis) {
                start(nowMillis, watchExit);
            }
        } else if (state != State.STOPPING && !stillServes()) {
            LOG.info("stopping {} of {}", key.worker(), key.topologyId());
            stop(nowMillis);
        } else if (state == State.STARTING) {
            checkStarted(nowMillis);
        } else if (state == State.RUNNING) {
            checkProgress(nowMillis);
        } else if (state == State.STOPPING && nowMillis >= dueMillis && !asked) {
            LOG.warn("{} of {} did not end in time: killing it", key.worker(), key.topologyId());
            process.kill();
            asked = true;
        }
        publish();
        return nextDue(nowMillis);
    }

    /** Returns the full report. Any thread. */
    WorkerReport report() {
        return report(MetricsDetail.FULL);
    }

    /**
     * Any thread.
     *
     * @param detail of its metrics
     */
    WorkerReport report(MetricsDetail detail) {
        Published now = published;
        Optional<WorkerSnapshot> snapshot =
                now.directory() == null ? Optional.empty() : environment.metrics(now.directory(), detail);
        return new WorkerReport(key.topologyId(), key.worker(), now.runNow(), snapshot.orElse(lastSnapshot));
    }

    /** Returns the traces that ended in this worker in the last minute; any thread. */
    List<TraceRecord> traces() {
        WorkerDirectory now = published.directory();
        return now == null ? List.of() : environment.traces(now);
    }

    /** Returns the finished tasks of this worker; any thread. */
    FinishedTasks finishedTasks() {
        WorkerDirectory now = published.directory();
        WorkerSnapshot last = lastSnapshot;
        List<Integer> tasks = now != null
                ? environment.finishedTasks(now)
                : last == null
                        ? List.of()
                        : last.tasks().stream()
                                .filter(TaskMetrics::finished)
                                .map(TaskMetrics::task)
                                .toList();
        return new FinishedTasks(key.topologyId(), tasks);
    }

    private boolean stillServes() {
        return desired == null
                ? !unwanted
                : spec.stillServes(desired.assignment().value());
    }

    /**
     * Starts the worker. A start that cannot be made is not a failure of the worker, as none of its code has run: the
     * pause before the next try does not grow.
     */
    private void start(long nowMillis, Consumer<WorkerProcess> watchExit) {
        try {
            Optional<LaunchSpec> prepared = environment.prepare(key, desired);
            if (prepared.isEmpty()) {
                dueMillis = nowMillis + STARTING_CHECK_MILLIS;
                return;
            }
            spec = prepared.get();
            directory = environment.directory(spec);
            process = environment.launch(spec, directory);
        } catch (IOException | RuntimeException e) {
            String why = e instanceof IOException io ? Directories.reason(io) : e.getMessage();
            abandon();
            blocked = true;
            pause(nowMillis, BLOCKED_RETRY_MILLIS, WorkerReport.CANNOT_START + why);
            return;
        }
        blocked = false;
        startedMillis = nowMillis;
        killedFor = "";
        state = State.STARTING;
        watchExit.accept(process);
        LOG.info("started {} of {}: epoch {}, pid {}", key.worker(), key.topologyId(), spec.epoch(), process.pid());
    }

    /** Cleans up after a start without a process. */
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
            hangWatch.begin(nowMillis);
        } else if (nowMillis - startedMillis >= startTimeoutMillis) {
            LOG.warn("{} of {} has not joined in time: killing it", key.worker(), key.topologyId());
            killedFor = "did not join within " + ClusterKeys.WORKER_START_TIMEOUT.name();
            problem = killedFor;
            process.kill();
            startedMillis = nowMillis;
        }
    }

    /** Kills a worker that hangs, after it had time to write the stacks of its threads into its log. */
    private void checkProgress(long nowMillis) {
        followEpoch();
        if (killedFor.isEmpty()) {
            if (!hangWatch.hangs(environment.heartbeat(directory), nowMillis)) {
                return;
            }
            boolean stopped = process.stopped();
            killedFor = stopped ? hangCause + ": its process is stopped (SIGSTOP)" : hangCause;
            problem = killedFor;
            LOG.warn(
                    "{} of {} {}: killing it, {}",
                    key.worker(),
                    key.topologyId(),
                    killedFor,
                    stopped ? "without a thread dump, as it cannot write one" : "with a thread dump in its log");
            if (!stopped) {
                process.dumpThreads();
                dueMillis = nowMillis + DUMP_MILLIS;
                return;
            }
        }
        if (nowMillis >= dueMillis) {
            process.kill();
        }
    }

    private void stop(long nowMillis) {
        state = State.STOPPING;
        dueMillis = nowMillis + stopTimeoutMillis;
        asked = false;
        process.terminate();
    }

    /** Follows the epoch of the worker, which begins another one in its process when it forms its executors anew. */
    private void followEpoch() {
        long written = directory.endpointNanos();
        if (written == endpointNanos) {
            return;
        }
        endpointNanos = written;
        directory.launch().filter(now -> now.epoch() > spec.epoch()).ifPresent(now -> {
            LOG.info("{} of {} goes on with epoch {}", key.worker(), key.topologyId(), now.epoch());
            spec = now;
        });
    }

    private void reap(long nowMillis) {
        followEpoch();
        environment.metrics(directory, MetricsDetail.FULL).ifPresent(snapshot -> lastSnapshot = snapshot);
        boolean wasStopping = state == State.STOPPING;
        Optional<WorkerFailure> failure = directory.failure();
        int exitCode =
                process.exitCode().orElse(failure.map(WorkerFailure::exitCode).orElse(UNKNOWN));
        String why =
                failure.map(WorkerFailure::cause).orElse(killedFor.isEmpty() ? withoutReport(exitCode) : killedFor);
        try {
            directory.remove();
        } catch (IOException e) {
            // The next supervisor tries again; the next start of the worker has another directory.
            LOG.warn("cannot remove {}: {}", directory.path(), Directories.reason(e));
        }
        environment.reaped(directory, spec);
        int code = failure.map(WorkerFailure::exitCode).orElse(exitCode);
        // A worker that could not open has not run, however long it has tried
        long ranMillis = code == WorkerExit.NOT_OPENED.code() ? 0 : nowMillis - startedMillis;
        LaunchSpec ended = spec;
        process = null;
        directory = null;
        spec = null;
        if (wasStopping || unwanted) {
            state = State.WAITING;
            problem = "";
            dueMillis = nowMillis;
            return;
        }
        boolean killed =
                failure.isEmpty() && killedFor.isEmpty() && (exitCode == UNKNOWN || WorkerExit.isFromOutside(exitCode));
        pause(nowMillis, killed ? backoff.pauseAfterKillMillis(ranMillis) : backoff.pauseMillis(ranMillis), why);
        int deaths = death == null ? 1 : death.deaths() + 1;
        death = new WorkerDeath(
                key.worker(), ended.node(), why, exitCode, environment.currentTimeMillis(), deaths, backoff.failures());
        environment.died(key, death);
        // The report decides, as only a parent process gets the exit code
        if (code == WorkerExit.KILL_TOPOLOGY.code()) {
            LOG.error("{} of {} ends its topology: {}", key.worker(), key.topologyId(), why);
            fatalStart = ended;
            dueMillis = nowMillis;
            fatalCause = ended.worker() + " on " + ended.node() + ": " + why;
        }
    }

    private String withoutReport(int exitCode) {
        Optional<String> memory =
                exitCode == UNKNOWN || WorkerExit.isKilled(exitCode) ? environment.killedForMemory() : Optional.empty();
        return memory.orElseGet(
                () -> exitCode == UNKNOWN ? "died without a report: see its log" : WorkerExit.describe(exitCode));
    }

    /**
     * Records the failure of the topology, with retries until this worker should not run. The worker is not restarted.
     */
    private void endTopology(long nowMillis) {
        if (unwanted) {
            fatalStart = null;
            problem = "";
        } else if (nowMillis >= dueMillis) {
            environment.fail(fatalStart, fatalCause);
            dueMillis = nowMillis + FAIL_RETRY_MILLIS;
        }
    }

    private void pause(long nowMillis, long pauseMillis, String why) {
        if (!why.equals(problem)) {
            LOG.warn("{} of {}: {}", key.worker(), key.topologyId(), why);
        }
        state = State.WAITING;
        problem = why;
        dueMillis = nowMillis + pauseMillis;
    }

    private long nextDue(long nowMillis) {
        return switch (state) {
            case WAITING -> desired == null ? NOTHING_DUE : Math.max(0, dueMillis - nowMillis);
            case STARTING -> STARTING_CHECK_MILLIS;
            case STOPPING -> asked ? STARTING_CHECK_MILLIS : Math.max(0, dueMillis - nowMillis);
            case RUNNING -> killedFor.isEmpty() ? NOTHING_DUE : Math.max(STARTING_CHECK_MILLIS, dueMillis - nowMillis);
        };
    }

    private void publish() {
        WorkerReport.Run run = new WorkerReport.Run(
                spec == null ? 0 : spec.epoch(),
                process == null ? 0 : process.pid(),
                state,
                backoff.failures(),
                problem,
                death);
        published = new Published(run, directory, process);
    }
}
