// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.worker;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.Prices;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.config.Encryption;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.Versioned;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.plan.ExecutorPlan;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.resources.Resources;
import io.millrace.runtime.resources.TopologyClassLoader;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.state.ReusableStates;
import io.millrace.runtime.task.WorkerIdentity;
import io.millrace.runtime.worker.ExecutorEndpoint;
import io.millrace.runtime.worker.NetSettings;
import io.millrace.runtime.worker.SnapshotPlaces;
import io.millrace.runtime.worker.Worker;
import io.millrace.runtime.worker.WorkerRuntime;
import io.millrace.runtime.worker.WorkerSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs of the worker in its process, one after the other: each has an epoch, a runtime and a membership. A run ends
 * and the next one begins when the worker must form its executors anew: all others see a restart, but the process, its
 * classes and its connection to ZooKeeper stay.
 */
final class WorkerRuns implements Regrouping, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerRuns.class);

    private final Path directory;
    private final WorkerShutdown shutdown;
    private final CompletableFuture<Registry> connecting;
    private final TopologyClassLoader loader;

    /** The topology as it was submitted. */
    private final Topology submitted;

    /** The states that the tasks of a run leave to those of the next run. */
    private final ReusableStates reusable = new ReusableStates();

    // Guarded by this
    private Worker worker;
    private Membership membership;
    private boolean closed;

    /** The present run; written before its membership begins. */
    private volatile LaunchSpec spec;

    private volatile List<List<Integer>> executors;

    /**
     * Whether a next run was requested and has not begun; written by memberships, and by the thread that they start.
     */
    private volatile boolean asked;

    /** @param connecting the registry, which is not needed at once, and is closed with this object */
    WorkerRuns(
            Path directory,
            Topology submitted,
            TopologyClassLoader loader,
            CompletableFuture<Registry> connecting,
            WorkerShutdown shutdown) {
        this.directory = directory;
        this.submitted = submitted;
        this.loader = loader;
        this.connecting = connecting;
        this.shutdown = shutdown;
    }

    /**
     * Begins a run.
     *
     * @return the time at which the runtime was ready and its membership began, by {@link System#nanoTime}
     * @throws TopologyException with one line, if it cannot
     */
    synchronized long begin(LaunchSpec next) throws IOException {
        spec = next;
        AssignmentRecord assignment = next.assignment();
        boolean defers = assignment.defersOpening(next.worker());
        worker = WorkerRuntime.hold(workerSpec(next), shutdown::failed);
        shutdown.runs(worker);
        if (!defers) {
            worker.open();
        }
        executors = worker.endpoint().executors().stream()
                .map(ExecutorEndpoint::tasks)
                .toList();
        write(LaunchSpec.ENDPOINT_FILE, Json.write(worker.endpoint()));
        long ready = System.nanoTime();
        if (defers) {
            // Spouts of other workers still emit meanwhile
            worker.prepare();
        }
        membership = new Membership(next, worker, connecting.join(), shutdown, this);
        membership.start();
        return ready;
    }

    private WorkerSpec workerSpec(LaunchSpec next) {
        Config config = Config.of(next.program().config());
        Config cluster = Config.of(next.cluster().clusterConfig());
        AssignmentRecord assignment = next.assignment();
        return new WorkerSpec(
                new WorkerIdentity(next.topologyId(), next.topologyName(), next.worker(), next.node(), next.epoch()),
                new WorkerSpec.Program(
                        topology(assignment),
                        config,
                        loader,
                        Resources.stored(
                                loader,
                                Path.of(next.program().resources()),
                                cluster.get(ClusterKeys.SUPERVISOR_RESOURCES_MAX_BYTES))),
                assignment.routingFor(next.worker()),
                next.plan().executors(),
                new WorkerSpec.Files(directory, Directories.path(cluster, ClusterKeys.SUPERVISOR_DATA_DIR)),
                new NetSettings(
                        next.cluster().clusterId(),
                        next.secret(),
                        next.start().host(),
                        Encryption.of(cluster),
                        new NetSettings.Site(
                                cluster.get(ClusterKeys.NODE_REGION),
                                Prices.read(cluster.get(ClusterKeys.REGION_COST_EGRESS)),
                                Prices.amount(cluster.get(ClusterKeys.REGION_COST_VM)),
                                assignment.nearFor(next.worker()))),
                next.plan().relays()
                        ? null
                        : SnapshotPlaces.open(
                                config,
                                loader,
                                new RegistryPointers(connecting::join, next.topologyName(), next.topologyId()),
                                assignment.termFor(next.worker()),
                                reusable));
    }

    private Topology topology(AssignmentRecord assignment) {
        return Parallelism.of(submitted, assignment.parallelismFor(spec.worker()), assignment.tasksFor(spec.worker()));
    }

    private void write(String file, byte[] content) throws IOException {
        PrivateDirectory.writeFile(directory.resolve(file), content);
    }

    @Override
    public boolean isDue(AssignmentRecord assignment) {
        return !near(assignment).equals(near(spec.assignment())) || changesExecutors(assignment);
    }

    /** Returns the regions near that of this node. Links to their workers are of a kind that a run does not change. */
    private Set<String> near(AssignmentRecord assignment) {
        String region = Config.of(spec.cluster().clusterConfig()).get(ClusterKeys.NODE_REGION);
        return assignment.nearFor(spec.worker()).of(region);
    }

    private boolean changesExecutors(AssignmentRecord assignment) {
        if (assignment.parallelismFor(spec.worker()).equals(spec.assignment().parallelismFor(spec.worker()))) {
            return false;
        }
        return !ExecutorPlan.of(
                        topology(assignment), spec.plan().tasks(), spec.plan().executors())
                .executors()
                .equals(executors);
    }

    @Override
    public void begin(Versioned<AssignmentRecord> assignment) {
        if (!asked) {
            asked = true;
            // A membership cannot wait for its own end
            new Thread(() -> regroup(assignment), "millrace-regroup").start();
        }
    }

    private void regroup(Versioned<AssignmentRecord> assignment) {
        try {
            LaunchSpec next = spec.again(
                    connecting
                            .join()
                            .allotEpoch(
                                    spec.topologyName(),
                                    spec.topologyId(),
                                    assignment.version(),
                                    spec.worker(),
                                    spec.node()),
                    assignment.value());
            replace(next);
        } catch (RegistryException e) {
            // The assignment has changed, or ZooKeeper is away: the membership finds the work that is due then
            LOG.debug("{} does not form its executors anew now: {}", spec.worker(), e.getMessage());
        } catch (IOException | RuntimeException | Error e) {
            shutdown.failed(e);
        } finally {
            asked = false;
        }
    }

    private synchronized void replace(LaunchSpec next) throws IOException {
        if (closed) {
            return;
        }
        long start = System.nanoTime();
        end();
        if (!worker.hasClosedComponents()) {
            throw new TopologyException(
                    next.worker() + " cannot form its executors anew, as a component does not close");
        }
        write(LaunchSpec.FILE, Json.write(next));
        begin(next);
        LOG.info(
                "{} of {} has formed its executors anew: epoch {}, {} ms",
                next.worker(),
                next.topologyId(),
                next.epoch(),
                (System.nanoTime() - start) / 1_000_000);
    }

    private void end() {
        if (membership != null) {
            membership.close();
        }
        if (worker != null) {
            worker.close();
        }
    }

    /** Ends the present run, and then the session with ZooKeeper, in which it reports that it has left. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            end();
            connecting.thenAccept(Registry::close);
        }
    }
}
