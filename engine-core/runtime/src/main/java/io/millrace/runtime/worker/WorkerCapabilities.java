// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.buffering.BufferingCapability;
import io.millrace.runtime.decision.DecisionWriter;
import io.millrace.runtime.engine.task.EngineCapability;
import io.millrace.runtime.eventtime.EventTimeCapability;
import io.millrace.runtime.executor.Clocks;
import io.millrace.runtime.geo.gate.LateCapability;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.service.task.FedCapability;
import io.millrace.runtime.snapshot.SnapshotSettings;
import io.millrace.runtime.snapshot.agent.SnapshotThreads;
import io.millrace.runtime.snapshot.agent.WorkerSnapshots;
import io.millrace.runtime.snapshot.task.SnapshotCapability;
import io.millrace.runtime.spill.SpillSettings;
import io.millrace.runtime.spill.SpillSpace;
import io.millrace.runtime.standstill.StandstillCapability;
import io.millrace.runtime.state.HeapStates;
import io.millrace.runtime.state.task.StateCapability;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.token.task.TokenCapability;
import io.millrace.runtime.token.task.WaitingSpace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The capabilities of the engine in one worker, and their objects beside tasks. One thread makes and closes it. */
public final class WorkerCapabilities implements AutoCloseable {

    private final EngineCapability engines = new EngineCapability();
    private final List<Capability> list = new ArrayList<>();

    /** The files of queues; null if no tuples wait in files. */
    private final SpillSpace queues;

    private final WaitingSpace waiting;

    /** The snapshots; null if the topology takes none. */
    private WorkerSnapshots snapshots;

    /** The writer of decisions; null if no other process reads the worker's files. */
    private DecisionWriter decisions;

    /**
     * @param tasks tasks of the worker
     * @param threads threads for snapshots; null if the topology takes none
     * @param stepped whether one thread takes all turns, and no other process reads its files
     * @param onFailure called when the worker cannot go on
     */
    WorkerCapabilities(
            WorkerSpec spec,
            TaskGraph graph,
            List<Integer> tasks,
            Clocks clocks,
            SnapshotThreads threads,
            boolean stepped,
            Consumer<Throwable> onFailure)
            throws IOException {
        this.queues = queues(spec, graph, tasks, clocks, stepped, onFailure);
        this.waiting = new WaitingSpace(spec.worker(), spec.config(), queues);
        try {
            open(spec, graph, clocks, threads, stepped);
        } catch (IOException | RuntimeException | Error e) {
            close();
            throw e;
        }
        // Capabilities that take inputs away come before those that look at them
        list.add(engines);
        list.add(new BufferingCapability());
        list.add(new StateCapability(
                (component, bolt, values, wall) -> new HeapStates(component.id(), bolt.states(), values, wall)));
        if (snapshots != null) {
            list.add(new SnapshotCapability(snapshots.port()));
        }
        list.add(new EventTimeCapability());
        list.add(new TokenCapability(spec.config(), waiting, clocks.nanos()));
        list.add(new FedCapability(spec.config()));
        list.add(new StandstillCapability());
        list.add(new LateCapability());
    }

    private void open(WorkerSpec spec, TaskGraph graph, Clocks clocks, SnapshotThreads threads, boolean stepped)
            throws IOException {
        if (spec.snapshots() != null) {
            snapshots = new WorkerSnapshots(
                    new WorkerSnapshots.Identity(
                            spec.identity().topologyName(),
                            spec.identity().topologyId(),
                            spec.worker(),
                            spec.epoch(),
                            EngineVersion.get()),
                    spec.snapshots(),
                    SnapshotSettings.of(spec.config()).in(spec.topology()),
                    graph.tasks(),
                    threads,
                    clocks,
                    stepped ? null : spec.directory());
        }
        if (spec.directory() != null && !stepped) {
            decisions = new DecisionWriter(spec.worker(), spec.directory(), engines.decisions());
        }
    }

    private static SpillSpace queues(
            WorkerSpec spec,
            TaskGraph graph,
            List<Integer> tasks,
            Clocks clocks,
            boolean stepped,
            Consumer<Throwable> onFailure) {
        int most = tasks.stream()
                .mapToInt(task ->
                        graph.freeTasksBehind(graph.tasks().componentOf(task)).size())
                .sum();
        if (most == 0 || spec.config().get(TopologyKeys.QUEUE_DISK) <= 0) {
            return null;
        }
        SpillSettings settings = SpillSettings.of(spec.config(), spec.files().queuesOrTemporary(), spec.node(), most);
        return stepped
                ? SpillSpace.stepped(settings, spec.worker(), clocks.nanos())
                : new SpillSpace(settings, spec.worker(), clocks.nanos(), onFailure);
    }

    /** Returns the capabilities that take part in tasks, in the order in which tasks ask them. */
    List<Capability> list() {
        return List.copyOf(list);
    }

    EngineCapability engines() {
        return engines;
    }

    /** Returns the space where tuples wait for free tasks in files, to step it; null if none do. */
    public SpillSpace queues() {
        return queues;
    }

    /** Returns the worker's part in snapshots; null if the topology takes none. */
    WorkerSnapshots snapshots() {
        return snapshots;
    }

    /** Releases all objects. No executor may run any more. */
    @Override
    public void close() {
        try {
            if (decisions != null) {
                decisions.close();
            }
            if (snapshots != null) {
                snapshots.close();
            }
        } finally {
            waiting.close();
        }
    }
}
