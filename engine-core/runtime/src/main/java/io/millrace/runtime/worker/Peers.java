// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.snapshot.Term;
import io.millrace.runtime.snapshot.agent.WorkerSnapshots;
import io.millrace.transport.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the links to other workers consistent with the workers that are up and the worker of each task. Any thread may
 * call, one at a time. Changes are handed to the executors, which swap their links between two turns. So an executor
 * may still write to the ring of a dead worker until then: the memory stays mapped, and the tuples are lost with the
 * trees that are failed then.
 *
 * <p>Links to a worker that has no tasks in the current placement are kept ready for a placement that gives it some
 * tasks.
 */
public final class Peers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Peers.class);

    private final WorkerSpec spec;
    private final TaskGraph graph;
    private final List<OwnExecutor> executors;
    private final LinkFactories factories;
    private final NetEnds net;
    private final WorkerSnapshots snapshots;
    private TaskPlacement placement;

    /** Links to the workers that are up, by name. */
    private final Map<String, LinksToWorker> linked = new HashMap<>();

    /** Links to the workers that have tasks but are not up, by name. */
    private final Map<String, LinksToWorker> absent = new HashMap<>();

    /** Links to tasks that belong to no worker. */
    private final LinksToWorker dormant;

    /** The links over which the executors send to each task of other workers. */
    private final Map<Integer, LinksToWorker> applied = new HashMap<>();

    /** The drops of each connection when they were last counted. */
    private final Map<String, Long> toldDrops = new HashMap<>();

    /**
     * @param memory memory of the worker; null for a worker without rings
     * @param net transport of the worker; null if it reaches all others by rings
     * @param snapshots snapshots of the worker, which get the workers that are up; null if the topology takes none
     */
    Peers(
            WorkerSpec spec,
            TaskGraph graph,
            List<OwnExecutor> executors,
            SharedMemory memory,
            NetEnds net,
            WorkerSnapshots snapshots) {
        this.spec = spec;
        this.graph = graph;
        this.executors = executors;
        this.factories = new LinkFactories(spec, graph, memory, net);
        this.net = net;
        this.snapshots = snapshots;
        this.placement = spec.placement();
        this.dormant = LinksToWorker.dormant(executors, graph.tasks().dormant());
        // Nothing runs yet, so this thread may set the links
        apply((executor, swap) -> swap.run());
    }

    /**
     * Takes the workers that are up, with and without tasks. Links to all others are dropped.
     *
     * @return whether there are links to all workers that are up
     */
    public synchronized boolean update(Collection<PeerEndpoint> up) {
        return change(placement, up);
    }

    /** Takes the workers that are up, and applies a placement: executors send to tasks where they run by it. */
    public synchronized boolean update(TaskPlacement next, Collection<PeerEndpoint> up) {
        return change(next, up);
    }

    private boolean change(TaskPlacement next, Collection<PeerEndpoint> up) {
        Map<String, PeerEndpoint> newest = new HashMap<>();
        for (PeerEndpoint peer : up) {
            if (!peer.worker().equals(spec.worker())) {
                newest.merge(peer.worker(), peer, (one, other) -> one.epoch() > other.epoch() ? one : other);
            }
        }
        if (net != null) {
            net.peers(newest, next);
        }
        List<LinksToWorker> dropped = new ArrayList<>();
        Set<String> names = new TreeSet<>(linked.keySet());
        names.addAll(newest.keySet());
        for (String worker : names) {
            LinksToWorker before = linked.get(worker);
            PeerEndpoint now = newest.get(worker);
            if (before != null
                    && now != null
                    && now.epoch() <= before.endpoint().epoch()) {
                continue;
            }
            if (before != null) {
                dropped.add(before);
                unlink(worker, before);
            }
            if (now != null) {
                link(now, next.epoch());
            }
        }
        placement = next;
        if (net != null) {
            net.channels(SiteChannels.count(graph.tasks(), placement, regions(), net.channelRegions()));
        }
        Set<LinksToWorker> used = new HashSet<>(applied.values());
        Set<Integer> lost = new HashSet<>();
        applied.forEach((task, links) -> {
            if (dropped.contains(links)) {
                lost.add(task);
            }
        });
        apply(Executor::submitLinks);
        for (LinksToWorker links : dropped) {
            if (used.contains(links)) {
                // Tuples on their way to the worker may have arrived, or not
                countDropped(1);
                forEachExecutor((executor, index) -> executor.submitLinks(() -> links.abandon(index)));
            } else {
                forEachExecutor((executor, index) -> executor.submitLinks(() -> links.closeUnused(index)));
            }
        }
        countDrops();
        if (snapshots != null) {
            Map<String, Term> terms = new HashMap<>();
            linked.forEach((worker, links) -> terms.put(
                    worker,
                    new Term(
                            links.endpoint().progress().assignment(),
                            links.endpoint().epoch())));
            snapshots.peers(placement.workerOfTask(), terms);
        }
        tellLost(lost);
        return linked.keySet().containsAll(newest.keySet());
    }

    /** @param tasks of the workers to which there are no links any more */
    private void tellLost(Set<Integer> tasks) {
        if (graph.tasks().dormant().containsAll(tasks)) {
            if (!tasks.isEmpty()) {
                forEachExecutor((executor, index) -> executor.submit(() -> executor.peerLost(tasks)));
            }
        } else {
            forEachExecutor((executor, index) -> executor.submit(executor::peerLost));
        }
    }

    /** The regions of the workers that are up, by name. */
    private Map<String, String> regions() {
        Map<String, String> regions = new HashMap<>();
        regions.put(spec.worker(), spec.net().region());
        linked.forEach((worker, links) -> regions.put(worker, links.endpoint().region()));
        return regions;
    }

    private void link(PeerEndpoint peer, long assignmentEpoch) {
        Peer connection = null;
        try {
            connection = factories.connect(peer);
            LinkFactory links = factories.to(peer, connection, assignmentEpoch);
            linked.put(peer.worker(), LinksToWorker.open(executors, links, peer, connection));
        } catch (IOException e) {
            if (connection != null) {
                net.disconnect(connection);
            }
            // The worker has died since, or is still starting: the caller learns of its next start
            LOG.warn("worker {} cannot reach worker {}: {}", spec.worker(), peer.worker(), e.getMessage());
        }
    }

    private void unlink(String worker, LinksToWorker links) {
        linked.remove(worker);
        if (links.connection() != null) {
            tellDrops(worker, links);
            toldDrops.remove(worker);
            net.disconnect(links.connection());
        }
    }

    /** Hands every executor the paths of the tasks to which other links lead now. */
    private void apply(BiConsumer<Executor, Runnable> handOver) {
        if (executors.isEmpty()) {
            // A relay sends nothing of its own
            return;
        }
        Map<LinksToWorker, List<Integer>> changed = new LinkedHashMap<>();
        Set<String> waiting = new HashSet<>();
        placement.tasksOfWorker().forEach((worker, tasks) -> {
            if (worker.equals(spec.worker())) {
                return;
            }
            LinksToWorker links = linked.get(worker);
            if (links == null) {
                waiting.add(worker);
                links = absent.computeIfAbsent(worker, name -> LinksToWorker.absent(kindOf(name), executors, tasks));
            }
            for (int task : tasks) {
                if (links.path(0, task) != null && applied.put(task, links) != links) {
                    changed.computeIfAbsent(links, none -> new ArrayList<>()).add(task);
                }
            }
        });
        absent.keySet().retainAll(waiting);
        for (int task : graph.tasks().dormant()) {
            if (!placement.workerOfTask().containsKey(task) && applied.put(task, dormant) != dormant) {
                changed.computeIfAbsent(dormant, none -> new ArrayList<>()).add(task);
            }
        }
        changed.forEach((links, tasks) -> forEachExecutor((executor, index) -> {
            Map<Path, List<Integer>> tasksOfPath = new LinkedHashMap<>();
            tasks.forEach(task -> tasksOfPath
                    .computeIfAbsent(links.path(index, task), none -> new ArrayList<>())
                    .add(task));
            tasksOfPath.forEach((path, own) ->
                    handOver.accept(executor, () -> executor.paths().set(own, path)));
        }));
    }

    /**
     * Counts tuples that a connection dropped, unless a channel between sites sends them again. They were counted as
     * sent and are never received, which completion detection must know.
     */
    synchronized void countDrops() {
        linked.forEach(this::tellDrops);
    }

    private void tellDrops(String worker, LinksToWorker links) {
        Peer connection = links.connection();
        if (connection == null || factories.resendsTo(links.endpoint()) || executors.isEmpty()) {
            return;
        }
        long drops = connection.counters().drops().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        Long told = toldDrops.put(worker, drops);
        long more = drops - (told == null ? 0 : told);
        if (more > 0) {
            countDropped(more);
        }
    }

    private void countDropped(long tuples) {
        Executor executor = executors.get(0).executor();
        executor.submit(() -> executor.counters().addDropped(tuples));
    }

    /** Returns the kind of a link to a worker that is not up, by the placement; only the worker knows where it runs. */
    private LinkKind kindOf(String worker) {
        return spec.reachesByRings(placement.nodeOfWorker().get(worker)) ? LinkKind.RING : LinkKind.NET;
    }

    private interface Step {
        void take(Executor executor, int index);
    }

    private void forEachExecutor(Step step) {
        for (int i = 0; i < executors.size(); i++) {
            step.take(executors.get(i).executor(), i);
        }
    }

    @Override
    public synchronized void close() {
        linked.values().stream()
                .map(LinksToWorker::connection)
                .filter(connection -> connection != null)
                .forEach(Peer::close);
        linked.clear();
    }
}
