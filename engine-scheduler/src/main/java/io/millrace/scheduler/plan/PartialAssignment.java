// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.plan;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Placement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An assignment under construction: the open workers and the tasks placed so far. It does not check anything by
 * itself. {@link #fits} and {@link #canOpen} know the hard rules, and callers ask them first.
 */
public final class PartialAssignment {
    public final ProblemIndex index;
    /** The workers by topology, in the order in which they were opened. */
    public final List<List<Worker>> workers = new ArrayList<>();

    private final BitSet[] usedSlots;
    private final int[] freeSlots;
    private final long[] freeCapacity;
    private final Worker[] workerOf;
    /** By (topology, node): the number of workers. */
    private final Map<Long, Integer> workersOn = new HashMap<>();
    /** The pairs of spread group and node that are taken. */
    private final Set<Long> groupNodes = new HashSet<>();

    public PartialAssignment(ProblemIndex index) {
        this.index = index;
        usedSlots = new BitSet[index.nodes];
        freeSlots = new int[index.nodes];
        freeCapacity = new long[index.nodes];
        workerOf = new Worker[index.tasks];
        for (int i = 0; i < index.nodes; i++) {
            usedSlots[i] = new BitSet();
            freeSlots[i] = index.node(i).slots();
            freeCapacity[i] = index.node(i).capacity();
        }
        for (int i = 0; i < index.topologies; i++) {
            workers.add(new ArrayList<>());
        }
    }

    public int freeSlots(int node) {
        return freeSlots[node];
    }

    /** Capacity of the node that is not taken by tasks placed so far. */
    public long freeCapacity(int node) {
        return freeCapacity[node];
    }

    public boolean canOpen(int topology, int node) {
        return freeSlots[node] > 0 && workers.get(topology).size() < index.workersLimit(topology);
    }

    public Worker open(int topology, int node) {
        return open(topology, node, usedSlots[node].nextClearBit(0));
    }

    Worker open(int topology, int node, int slot) {
        Worker worker = new Worker(topology, node, slot);
        usedSlots[node].set(slot);
        freeSlots[node]--;
        workersOn.merge(pair(topology, node), 1, Integer::sum);
        workers.get(topology).add(worker);
        return worker;
    }

    /** Closes the worker that was opened last for its topology. It must be empty. */
    public void close(Worker worker) {
        usedSlots[worker.node].clear(worker.slot);
        freeSlots[worker.node]++;
        workersOn.merge(pair(worker.topology, worker.node), -1, Integer::sum);
        workers.get(worker.topology).remove(worker);
    }

    public int workersOn(int topology, int node) {
        return workersOn.getOrDefault(pair(topology, node), 0);
    }

    public Worker workerOf(int task) {
        return workerOf[task];
    }

    public boolean fits(int task, Worker worker) {
        return index.permit(task).get(worker.node)
                && freeCapacity[worker.node] >= index.weight(task)
                && !conflictsWithGroup(task, worker.node);
    }

    /** Whether another task of the same spread group is on the node. */
    public boolean conflictsWithGroup(int task, int node) {
        return index.groupOf[task] != ProblemIndex.NO_GROUP && groupNodes.contains(groupNode(task, node));
    }

    public void place(int task, Worker worker) {
        workerOf[task] = worker;
        worker.tasks++;
        freeCapacity[worker.node] -= index.weight(task);
        if (index.groupOf[task] != ProblemIndex.NO_GROUP) {
            groupNodes.add(groupNode(task, worker.node));
        }
    }

    public void remove(int task) {
        Worker worker = workerOf[task];
        workerOf[task] = null;
        worker.tasks--;
        freeCapacity[worker.node] += index.weight(task);
        if (index.groupOf[task] != ProblemIndex.NO_GROUP) {
            groupNodes.remove(groupNode(task, worker.node));
        }
    }

    /** The tasks without a worker, by id. */
    public List<Integer> unplaced() {
        List<Integer> tasks = new ArrayList<>();
        for (int task = 0; task < workerOf.length; task++) {
            if (workerOf[task] == null) {
                tasks.add(task);
            }
        }
        return tasks;
    }

    public Assignment toAssignment() {
        List<Placement> placements = new ArrayList<>(workerOf.length);
        for (Worker worker : workerOf) {
            placements.add(new Placement(index.node(worker.node).id(), worker.slot));
        }
        return new Assignment(index.problem.name(), placements);
    }

    private long groupNode(int task, int node) {
        return pair(index.groupOf[task], node);
    }

    private long pair(int item, int node) {
        return (long) item * index.nodes + node;
    }
}
