// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerReport;
import io.millrace.cluster.process.Wakeup;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.cluster.supervisor.process.WorkerDirectory;
import io.millrace.cluster.supervisor.process.WorkerProcess;
import io.millrace.runtime.metrics.TraceLimit;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the desired workers of this node with the running ones. The supervisor's loop calls {@link #pass}; any
 * thread may read reports.
 */
final class Supervisor {

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final long FIRST_CHECK_MILLIS = 100;
    private static final long UNKILLABLE_MILLIS = 5_000;

    private final String node;
    private final String clusterId;
    private final Config config;
    private final Registry registry;
    private final WorkerEnvironment environment;
    private final Wakeup wakeup;
    private final LongSupplier clockMillis;

    /** The workers. Changed by the loop only. */
    private final Map<WorkerKey, SupervisedWorker> workers = new ConcurrentHashMap<>();

    /**
     * The time of the next check for finished tasks, and the pause after it, which is short after a change of workers.
     * Owned by the loop.
     */
    private long finishingDueMillis = Long.MIN_VALUE;

    private long finishingPauseMillis = LONGEST_PAUSE_MILLIS;
    private Set<WorkerKey> checkedWorkers = Set.of();
    private List<String> finishing = List.of();

    /** The state that decided in the last pass whether starts can be made. Owned by the loop. */
    private Surroundings surroundings;

    private record Surroundings(boolean connected, Optional<ControllerRecord> leader, Set<String> nodes) {}

    Supervisor(
            String node,
            String clusterId,
            Config config,
            Registry registry,
            WorkerEnvironment environment,
            Wakeup wakeup,
            LongSupplier clockMillis) {
        this.node = node;
        this.clusterId = clusterId;
        this.config = config;
        this.registry = registry;
        this.environment = environment;
        this.wakeup = wakeup;
        this.clockMillis = clockMillis;
        HangWatch.timeoutMillis(config);
    }

    /**
     * Takes over running workers of an earlier supervisor, and removes the directories of dead ones. Called before the
     * loop starts.
     */
    void adopt(Path base) throws IOException {
        for (WorkerDirectory directory : WorkerDirectory.all(base)) {
            Optional<WorkerProcess> running = environment.running(directory);
            Optional<LaunchSpec> launch = directory.launch();
            if (running.isPresent() && launch.isPresent()) {
                adopt(launch.get(), directory, running.get());
                continue;
            }
            // A process that has no lock yet must not start. A process that has got its lock meanwhile is found by it.
            directory.revoke();
            running = environment.running(directory);
            if (running.isPresent()) {
                running.get().kill();
                LOG.warn("killing an unknown worker in {}", directory.path());
                continue;
            }
            directory.remove();
            launch.ifPresent(spec -> environment.reaped(directory, spec));
        }
    }

    private void adopt(LaunchSpec launch, WorkerDirectory directory, WorkerProcess process) {
        WorkerKey key = new WorkerKey(launch.topologyId(), launch.worker());
        SupervisedWorker worker = new SupervisedWorker(key, environment, config);
        process.onExit(wakeup::signal);
        worker.adopt(launch, directory, process, clockMillis.getAsLong());
        workers.put(key, worker);
        LOG.info("took over {} of {}: epoch {}, pid {}", key.worker(), key.topologyId(), launch.epoch(), process.pid());
    }

    /** Does the work that is due. Returns the longest pause before the next pass in milliseconds. */
    long pass(ClusterView view) {
        updateDesiredWorkers(view);
        long now = clockMillis.getAsLong();
        retryBlocked(view, now);
        long pause = stepWorkers(now);
        Set<String> failed = failed(view);
        // Workers of a failed topology stay visible until it is killed
        workers.entrySet()
                .removeIf(entry -> entry.getValue().finished()
                        && !failed.contains(entry.getKey().topologyId()));
        forgetStarts(view);
        checkFinishedTasks(now);
        return Math.min(pause, Math.max(0, finishingDueMillis - now));
    }

    /**
     * Steps the workers that were taken over while it is not known which should run: deaths are noticed and reported,
     * but no worker is started or stopped. Returns the pause as {@link #pass} does.
     */
    long passWithoutView() {
        return stepWorkers(clockMillis.getAsLong());
    }

    private long stepWorkers(long now) {
        long pause = LONGEST_PAUSE_MILLIS;
        for (SupervisedWorker worker : workers.values()) {
            pause = Math.min(pause, worker.step(now, this::watchExit));
        }
        return pause;
    }

    private void retryBlocked(ClusterView view, long now) {
        if (workers.isEmpty()) {
            return;
        }
        Surroundings seen = new Surroundings(
                registry.connected(),
                view.leader(),
                Set.copyOf(view.supervisors().keySet()));
        if (!seen.equals(surroundings)) {
            surroundings = seen;
            workers.values().forEach(worker -> worker.retry(now));
        }
    }

    private void checkFinishedTasks(long now) {
        if (!workers.keySet().equals(checkedWorkers)) {
            checkedWorkers = Set.copyOf(workers.keySet());
            finishingPauseMillis = FIRST_CHECK_MILLIS;
        } else if (now < finishingDueMillis) {
            return;
        }
        finishing = finishedTasks().stream()
                .map(FinishedTasks::topologyId)
                .distinct()
                .sorted()
                .toList();
        finishingDueMillis = now + finishingPauseMillis;
        finishingPauseMillis = Math.min(LONGEST_PAUSE_MILLIS, finishingPauseMillis * 3 / 2);
    }

    /** Returns the sorted ids of the topologies with a finished task on this node. Owned by the loop. */
    List<String> finishing() {
        return finishing;
    }

    private static Set<String> failed(ClusterView view) {
        return view.topologies().values().stream()
                .map(TopologyView::record)
                .filter(record -> record.status() == Status.FAILED)
                .map(TopologyRecord::id)
                .collect(Collectors.toSet());
    }

    Collection<WorkerReport> reports(MetricsDetail detail) {
        return workers.values().stream().map(worker -> worker.report(detail)).toList();
    }

    /** Returns the finished tasks of the workers that have any. */
    List<FinishedTasks> finishedTasks() {
        return workers.values().stream()
                .map(SupervisedWorker::finishedTasks)
                .filter(finished -> !finished.tasks().isEmpty())
                .toList();
    }

    /** Returns the traces that ended in the workers of a topology in the last minute. */
    List<TraceRecord> traces(String topologyId) {
        return TraceLimit.of(workers.entrySet().stream()
                .filter(worker -> worker.getKey().topologyId().equals(topologyId))
                .flatMap(worker -> worker.getValue().traces().stream())
                .toList());
    }

    Set<WorkerKey> keys() {
        return Set.copyOf(workers.keySet());
    }

    /** Stops all workers, in order if they can, and removes their files. Called after the loop has ended. */
    void stopAll() throws InterruptedException {
        workers.values().forEach(SupervisedWorker::release);
        long deadline = clockMillis.getAsLong()
                + config.get(ClusterKeys.WORKER_STOP_TIMEOUT).toMillis()
                + UNKILLABLE_MILLIS;
        while (!workers.isEmpty() && clockMillis.getAsLong() < deadline) {
            long pause = LONGEST_PAUSE_MILLIS;
            for (SupervisedWorker worker : workers.values()) {
                pause = Math.min(pause, worker.step(clockMillis.getAsLong(), this::watchExit));
            }
            workers.values().removeIf(SupervisedWorker::finished);
            if (!workers.isEmpty()) {
                wakeup.await(Math.max(1, pause));
            }
        }
        if (!workers.isEmpty()) {
            LOG.error("cannot kill {}: their directories are left behind", workers.keySet());
        }
    }

    private void updateDesiredWorkers(ClusterView view) {
        Set<WorkerKey> desired = new HashSet<>();
        for (TopologyView topology : view.topologies().values()) {
            if (!topology.assigned() || topology.record().ended()) {
                continue;
            }
            AssignmentRecord assignment = topology.assignment().value();
            assignment.started().stream()
                    .filter(plan -> plan.node().equals(node))
                    .forEach(plan -> {
                        WorkerKey key = new WorkerKey(assignment.topologyId(), plan.worker());
                        desired.add(key);
                        SupervisedWorker worker = workers.computeIfAbsent(
                                key, missing -> new SupervisedWorker(missing, environment, config));
                        if (worker.isWantedBy(topology.assignment().version())
                                || worker.running()
                                        .map(now -> mayReplace(now, topology))
                                        .orElse(true)) {
                            worker.want(new DesiredWorker(topology.record(), topology.assignment()));
                        }
                    });
        }
        workers.forEach((key, worker) -> {
            if (!desired.contains(key)
                    && !worker.released()
                    && worker.running().map(this::isConfirmedRemoved).orElse(true)) {
                worker.release();
            }
        });
    }

    /**
     * Whether the registry itself, not only the copy, confirms that a worker should not run. A registry that does not
     * answer or was emptied does not confirm it, and the worker continues.
     */
    private boolean isConfirmedRemoved(LaunchSpec running) {
        return confirms(() -> {
            Optional<Versioned<TopologyRecord>> record = registry.readTopology(running.topologyName());
            return record.isEmpty()
                    || !record.get().value().id().equals(running.topologyId())
                    || record.get().value().ended()
                    || registry.readAssignment(running.topologyName(), running.topologyId())
                            .flatMap(assignment -> assignment.value().worker(running.worker()))
                            .filter(plan -> plan.node().equals(node))
                            .isEmpty();
        });
    }

    /**
     * Whether a worker goes on under this assignment, or the registry itself confirms that it must be started anew for
     * it.
     */
    private boolean mayReplace(LaunchSpec running, TopologyView topology) {
        return running.stillServes(topology.assignment().value())
                || confirms(() -> registry.readAssignment(
                                topology.record().name(), topology.record().id())
                        .filter(now -> now.version() == topology.assignment().version())
                        .isPresent());
    }

    private boolean confirms(BooleanSupplier reading) {
        try {
            return registry.confirmed(clusterId, reading::getAsBoolean).orElse(false);
        } catch (RegistryException e) {
            return false;
        }
    }

    /** Reports that workers that should not run are gone, so that the controller can continue. */
    private void forgetStarts(ClusterView view) {
        for (TopologyView topology : view.topologies().values()) {
            TopologyRecord record = topology.record();
            topology.starts().forEach((worker, start) -> {
                SupervisedWorker left = workers.get(new WorkerKey(record.id(), worker));
                if (start.node().equals(node)
                        && (left == null || left.finished())
                        && (record.ended() || hasLeft(topology, worker))) {
                    registry.deleteStart(record.name(), record.id(), worker, start.epoch());
                }
            });
        }
    }

    /** Whether the registry itself, not only the copy, confirms that a worker of a running topology should not run. */
    private boolean hasLeft(TopologyView topology, String worker) {
        if (topology.assignment() == null
                || topology.assignment().value().worker(worker).isPresent()) {
            return false;
        }
        return confirms(() -> registry.readAssignment(
                        topology.record().name(), topology.record().id())
                .filter(now -> now.value().worker(worker).isEmpty())
                .isPresent());
    }

    private void watchExit(WorkerProcess process) {
        process.onExit(wakeup::signal);
    }

    /** Returns the files on the class paths of the workers, by name. Called by the loop. */
    Set<String> classPathFiles() {
        return workers.values().stream()
                .flatMap(worker -> worker.running().stream())
                .flatMap(running -> running.program().classPath().stream())
                .map(file -> Path.of(file).getFileName().toString())
                .collect(Collectors.toSet());
    }

    List<String> topologyIds() {
        return workers.keySet().stream().map(WorkerKey::topologyId).distinct().toList();
    }
}
