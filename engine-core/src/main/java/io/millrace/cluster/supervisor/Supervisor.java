package io.millrace.cluster.supervisor;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.ClusterKeys;
import io.millrace.cluster.Wakeup;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.registry.AssignmentRecord;
import io.millrace.cluster.registry.ClusterRecord;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyRecord;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.cluster.worker.LaunchSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the workers that the registry wants on this node with those that are there. {@link #pass} is called by the
 * supervisor's loop; reports may be asked for by any thread.
 */
final class Supervisor {

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final long FIRST_LOOK_MILLIS = 100;
    private static final long UNKILLABLE_MILLIS = 5_000;

    private final String node;
    private final String clusterId;
    private final Config config;
    private final Registry registry;
    private final Surroundings surroundings;
    private final Wakeup wakeup;
    private final LongSupplier clockMillis;

    /** Changed by the loop only. */
    private final Map<WorkerKey, SupervisedWorker> workers = new ConcurrentHashMap<>();

    /** When tasks are looked at again, and how long after that; tasks of new workers may finish soon. The loop's. */
    private long finishingDueMillis = Long.MIN_VALUE;

    private long finishingPauseMillis = LONGEST_PAUSE_MILLIS;
    private Set<WorkerKey> lookedAt = Set.of();
    private List<String> finishing = List.of();

    Supervisor(
            String node,
            String clusterId,
            Config config,
            Registry registry,
            Surroundings surroundings,
            Wakeup wakeup,
            LongSupplier clockMillis) {
        this.node = node;
        this.clusterId = clusterId;
        this.config = config;
        this.registry = registry;
        this.surroundings = surroundings;
        this.wakeup = wakeup;
        this.clockMillis = clockMillis;
    }

    /** Takes over the workers that an earlier supervisor left running, and removes what the dead left; before the loop. */
    void adopt(Path base) throws IOException {
        for (WorkerDirectory directory : WorkerDirectory.all(base)) {
            OptionalLong holder = directory.holder();
            Optional<LaunchSpec> launch = directory.launch();
            if (holder.isPresent() && launch.isPresent()) {
                adopt(launch.get(), directory, holder.getAsLong());
                continue;
            }
            // A process that has not got its lock yet must not start any more; one that was quicker is known by its
            // lock.
            directory.revoke();
            holder = directory.holder();
            if (holder.isPresent()) {
                ProcessHandle.of(holder.getAsLong()).ifPresent(ProcessHandle::destroyForcibly);
                LOG.warn("killing a worker that nobody knows in {}", directory.path());
                continue;
            }
            directory.remove();
            launch.ifPresent(spec -> surroundings.buried(directory, spec));
        }
    }

    private void adopt(LaunchSpec launch, WorkerDirectory directory, long pid) {
        WorkerKey key = new WorkerKey(launch.topologyId(), launch.worker());
        SupervisedWorker worker = new SupervisedWorker(key, surroundings, config);
        AdoptedProcess process = new AdoptedProcess(pid, directory);
        process.onExit(wakeup::signal);
        worker.adopt(launch, directory, process, clockMillis.getAsLong());
        workers.put(key, worker);
        LOG.info("took over {} of {}: epoch {}, pid {}", key.worker(), key.topologyId(), launch.epoch(), pid);
    }

    /** Does what is due; returns how long the next pass can wait. */
    long pass(ClusterView view) {
        wantWhatTheRegistryWants(view);
        long now = clockMillis.getAsLong();
        long pause = LONGEST_PAUSE_MILLIS;
        for (SupervisedWorker worker : workers.values()) {
            pause = Math.min(pause, worker.step(now, this::watchExit));
        }
        Set<String> failed = failed(view);
        // Those of a failed topology can still be asked about, until it is killed
        workers.entrySet()
                .removeIf(entry -> entry.getValue().finished()
                        && !failed.contains(entry.getKey().topologyId()));
        forgetStarts(view);
        lookForFinishedTasks(now);
        return Math.min(pause, Math.max(0, finishingDueMillis - now));
    }

    private void lookForFinishedTasks(long now) {
        if (!workers.keySet().equals(lookedAt)) {
            lookedAt = Set.copyOf(workers.keySet());
            finishingPauseMillis = FIRST_LOOK_MILLIS;
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

    /** Ids, in order, of the topologies of which a task that runs here has finished; the loop's. */
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

    /** Of the workers that have any. */
    List<FinishedTasks> finishedTasks() {
        return workers.values().stream()
                .map(SupervisedWorker::finishedTasks)
                .filter(finished -> !finished.tasks().isEmpty())
                .toList();
    }

    Set<WorkerKey> keys() {
        return Set.copyOf(workers.keySet());
    }

    /** Ends all workers, in an orderly way if they can, and clears up after them; only after the loop has ended. */
    void stopAll() throws InterruptedException {
        workers.values().forEach(worker -> worker.want(null));
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

    private void wantWhatTheRegistryWants(ClusterView view) {
        Set<WorkerKey> wanted = new HashSet<>();
        for (TopologyView topology : view.topologies().values()) {
            if (topology.assignment() == null || topology.record().ended()) {
                continue;
            }
            AssignmentRecord assignment = topology.assignment().value();
            // Of a name that was submitted again: the assignment may still be that of the one before.
            if (!assignment.topologyId().equals(topology.record().id())) {
                continue;
            }
            assignment.wanted().stream()
                    .filter(plan -> plan.node().equals(node))
                    .forEach(plan -> {
                        WorkerKey key = new WorkerKey(assignment.topologyId(), plan.worker());
                        wanted.add(key);
                        workers.computeIfAbsent(key, missing -> new SupervisedWorker(missing, surroundings, config))
                                .want(new Wanted(topology.record(), assignment));
                    });
        }
        workers.forEach((key, worker) -> {
            if (!wanted.contains(key)
                    && worker.running().map(this::isGoneForSure).orElse(true)) {
                worker.want(null);
            }
        });
    }

    /**
     * Whether the registry itself, not only the copy of it, says that a worker shall not run. A registry that does not
     * answer, or that was emptied, says no such thing: what runs goes on.
     */
    private boolean isGoneForSure(LaunchSpec running) {
        try {
            Optional<ClusterRecord> cluster = registry.readCluster();
            if (cluster.isEmpty() || !cluster.get().id().equals(clusterId)) {
                return false;
            }
            Optional<Versioned<TopologyRecord>> record = registry.readTopology(running.topologyName());
            if (record.isEmpty()
                    || !record.get().value().id().equals(running.topologyId())
                    || record.get().value().ended()) {
                return true;
            }
            return registry.readAssignment(running.topologyName())
                    .flatMap(assignment -> assignment.value().worker(running.worker()))
                    .filter(plan -> plan.node().equals(node))
                    .isEmpty();
        } catch (RegistryException e) {
            return false;
        }
    }

    /** Says that nothing is left here of workers that are not to run any more, so that the controller can go on. */
    private void forgetStarts(ClusterView view) {
        for (TopologyView topology : view.topologies().values()) {
            TopologyRecord record = topology.record();
            topology.starts().forEach((worker, start) -> {
                SupervisedWorker left = workers.get(new WorkerKey(record.id(), worker));
                if (start.node().equals(node)
                        && (left == null || left.finished())
                        && (record.ended() || hasLeft(topology, worker))) {
                    registry.deleteStart(record.name(), worker, start.epoch());
                }
            });
        }
    }

    /** Whether the registry itself, not only the copy of it, says that a worker of a running topology is not to run. */
    private boolean hasLeft(TopologyView topology, String worker) {
        if (topology.assignment() == null
                || topology.assignment().value().worker(worker).isPresent()) {
            return false;
        }
        return registry.readAssignment(topology.record().name())
                .filter(now -> now.value().topologyId().equals(topology.record().id()))
                .filter(now -> now.value().worker(worker).isEmpty())
                .isPresent();
    }

    private void watchExit(WorkerProcess process) {
        process.onExit(wakeup::signal);
    }

    /** The directory of this node's workers in shared memory; made if it is not there. */
    static Path directory(Config config, String clusterId, String node) throws IOException {
        Path base =
                Directories.make(config, ClusterKeys.IPC_DIR).resolve(clusterId).resolve(node);
        Files.createDirectories(base);
        Directories.ownerOnly(base);
        Directories.ownerOnly(base.getParent());
        return base;
    }

    List<String> topologyIds() {
        return workers.keySet().stream().map(WorkerKey::topologyId).distinct().toList();
    }
}
