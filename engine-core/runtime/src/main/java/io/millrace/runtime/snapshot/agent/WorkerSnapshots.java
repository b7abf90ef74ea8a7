// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.api.config.SecretSettings;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.codec.WrittenClasses;
import io.millrace.runtime.executor.Clocks;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.snapshot.Coordinator;
import io.millrace.runtime.snapshot.SnapshotHistory;
import io.millrace.runtime.snapshot.SnapshotRequest;
import io.millrace.runtime.snapshot.SnapshotSettings;
import io.millrace.runtime.snapshot.Term;
import io.millrace.runtime.snapshot.savepoint.SavepointOrder;
import io.millrace.runtime.snapshot.savepoint.SavepointResult;
import io.millrace.runtime.snapshot.store.SnapshotNames;
import io.millrace.runtime.snapshot.store.SnapshotWriter;
import io.millrace.runtime.snapshot.task.SnapshotPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All parts of a worker that take snapshots. One thread makes and closes it; any thread may call {@link #peers}.
 *
 * <p>The coordinator is in the worker that has the lowest task.
 */
public final class WorkerSnapshots implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerSnapshots.class);

    /** The worker that takes the snapshots, and its topology. */
    public record Identity(String topology, String topologyId, String worker, long epoch, String engineVersion) {}

    /** Makes codecs of the topology's values, each for one thread. */
    public interface Codecs {

        ValuesCodec present();

        /**
         * Makes a codec that reads values of earlier versions of the classes.
         *
         * @throws io.millrace.runtime.codec.CodecException if the codec cannot read them, with one line
         */
        ValuesCodec reading(WrittenClasses written);
    }

    private final Identity identity;
    private final SnapshotSetup setup;
    private final SnapshotSettings settings;
    private final TaskPlan plan;
    private final SnapshotThreads threads;
    private final LongSupplier wallMillis;
    private final SnapshotAgent agent;
    private final SnapshotHistory history = new SnapshotHistory();
    private AgentHost host;

    /** The directory of the history; null if no other process reads it. */
    private final Path directory;

    /** Whether the last write of the history has succeeded. Owned by the background. */
    private boolean historyWritten = true;

    /** The workers that are up, with the terms of coordinators in them, as the host knows them. */
    private Map<String, Term> known = Map.of();

    /** @param directory the worker's directory in shared memory; null if there is none */
    public WorkerSnapshots(
            Identity identity,
            SnapshotSetup setup,
            SnapshotSettings settings,
            TaskPlan plan,
            SnapshotThreads threads,
            Clocks clocks,
            Path directory) {
        this.directory = directory;
        this.identity = identity;
        this.setup = setup;
        this.settings = settings;
        this.plan = plan;
        this.threads = threads;
        this.wallMillis = clocks.wallMillis();
        this.agent = new SnapshotAgent(identity.worker(), identity.epoch(), settings, setup.reusable(), clocks.nanos());
    }

    /** Returns the port by which executors report. */
    public SnapshotPort port() {
        return agent;
    }

    /**
     * Begins to work with these executors, which do not run yet.
     *
     * @param codecs maker of a codec for each thread
     * @param workerOfTask worker of each task
     */
    public void attach(List<Executor> executors, Codecs codecs, Map<Integer, String> workerOfTask) {
        host = new AgentHost(identity.worker(), executors);
        host.place(workerOfTask);
        SnapshotNames names = new SnapshotNames(identity.topology(), identity.topologyId());
        SnapshotWriter.Owner owner = new SnapshotWriter.Owner(names, identity.worker(), identity.epoch());
        List<Integer> tasks =
                executors.stream().flatMap(each -> each.taskIds().stream()).toList();
        SnapshotWriter writer = threads.startWriter(
                wake -> new SnapshotWriter(setup.store(), owner, codecs.present(), System::nanoTime, agent, wake));
        agent.attach(
                host,
                executors,
                plan,
                tasks,
                new Restoration(setup.store(), plan, tasks, codecs.present(), codecs::reading, setup.reusable()),
                threads.background(),
                writer);
        host.executor().receiveFrom(agent);
        String first = first(workerOfTask);
        if (first.equals(identity.worker())) {
            ValuesCodec classes = codecs.present();
            Archive archive = new Archive(
                    setup.store(),
                    names,
                    plan,
                    settings.keep(),
                    wallMillis,
                    identity.engineVersion(),
                    classes::classes);
            CoordinatorSeat seat = new CoordinatorSeat(
                    host,
                    threads,
                    new CoordinatorStores(setup.store(), pointers(owner, classes), archive, setup.connectors()),
                    own(),
                    port -> new Coordinator(
                            own(), new TreeSet<>(workerOfTask.values()), settings, wallMillis, port, history),
                    new PublishedHistory(history, this::writeHistory));
            agent.coordinateBy(seat);
            host.submit(() -> seat.coordinator().start(host.now()));
        }
        host.submit(() -> follow(workerOfTask, Map.of(identity.worker(), own())));
    }

    private PointerStore pointers(SnapshotWriter.Owner owner, ValuesCodec classes) {
        return setup.from()
                .<PointerStore>map(origin -> new SavepointStart(
                        setup.pointers(), origin, setup.store(), owner, plan.components(), classes::classes))
                .orElse(setup.pointers());
    }

    /** Returns the term of a coordinator in this worker. */
    private Term own() {
        return new Term(setup.assignment(), identity.epoch());
    }

    private static String first(Map<Integer, String> workerOfTask) {
        return new TreeMap<>(workerOfTask).firstEntry().getValue();
    }

    /**
     * Takes the workers to which this one has links, and the worker of each task.
     *
     * @param up term that a coordinator in each of them has, without this worker
     */
    public void peers(Map<Integer, String> workerOfTask, Map<String, Term> up) {
        host.place(workerOfTask);
        Map<String, Term> all = new TreeMap<>(up);
        all.put(identity.worker(), own());
        // The command comes in the order of the changes of links, which executors make by commands too
        host.submit(() -> follow(workerOfTask, all));
    }

    private void follow(Map<Integer, String> workerOfTask, Map<String, Term> up) {
        if (agent.seat() != null) {
            Coordinator coordinator = agent.seat().coordinator();
            known.forEach((worker, term) -> {
                if (!term.equals(up.get(worker))) {
                    coordinator.lost(worker, term.epoch(), host.now());
                }
            });
            coordinator.workers(new TreeSet<>(workerOfTask.values()), host.now());
            // A worker may also return that was away for a moment, as its session with ZooKeeper had ended
            up.forEach((worker, term) -> coordinator.reached(worker, term.epoch(), host.now()));
        }
        known = up;
        String first = first(workerOfTask);
        if (up.containsKey(first)) {
            agent.follow(first, up.get(first));
        }
    }

    /** A connection to a worker that lives was lost, with messages of this worker. Any thread may call it. */
    public void connectionLost(String to) {
        agent.connectionLost(to);
    }

    /** Begins a snapshot at once if the coordinator is here. Any thread may call it. */
    public void snapshotNow() {
        host.submit(() -> {
            if (agent.seat() != null) {
                agent.seat().coordinator().snapshotNow(false, host.now());
            }
        });
    }

    /**
     * Makes a savepoint if the coordinator is here. Any thread may call it, also again with the same order.
     *
     * @param answers takes the result on a thread of the worker; must not block
     */
    public void savepoint(SavepointOrder order, Consumer<SavepointResult> answers) {
        host.submit(() -> {
            if (agent.seat() != null) {
                agent.seat().savepoints().order(order, answers);
            }
        });
    }

    /** Requests a snapshot if the coordinator is here. The request may be repeated. Any thread may call it. */
    public void snapshotFor(SnapshotRequest request) {
        host.submit(() -> {
            if (agent.seat() != null) {
                agent.seat().coordinator().snapshotFor(request, host.now());
            }
        });
    }

    /** Returns whether the coordinator is in this worker. */
    public boolean isCoordinator() {
        return agent.seat() != null;
    }

    private void writeHistory() {
        if (directory != null) {
            historyWritten = HistoryFile.write(directory, currentMetrics(), !historyWritten);
        }
    }

    /**
     * Returns the metrics of the topology's snapshots; null if the coordinator is elsewhere. Any thread may call it.
     */
    public SnapshotMetrics metrics() {
        return isCoordinator() ? currentMetrics() : null;
    }

    private SnapshotMetrics currentMetrics() {
        return history.metrics(
                settings.toleratedFailures(), task -> plan.specOf(task).id(), wallMillis.getAsLong());
    }

    /** Returns the last snapshots if the coordinator is here; else an empty history. */
    public SnapshotHistory history() {
        return history;
    }

    @Override
    public void close() {
        threads.close();
        try {
            setup.store().close();
        } catch (IOException e) {
            LOG.debug(
                    "{} does not close", SecretSettings.shownText(setup.store().location()), e);
        }
    }
}
