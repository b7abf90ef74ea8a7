// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.plan;

import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.ErrorText;
import io.millrace.scheduler.model.InfeasibleProblemException;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Checks, before anything is placed, whether a valid assignment is impossible. Algorithms call it first. The checks
 * count slots, capacity and workers over every set of nodes that some task is confined to. They name the cause of all
 * common mistakes, but passing them does not prove that an assignment exists.
 */
public final class Feasibility {
    /**
     * Comparing all pairs of permitted node sets is quadratic. With more sets than this, each is checked on its own.
     */
    private static final int MOST_COMPARED_PERMITS = 500;

    private final ProblemIndex index;

    private Feasibility(ProblemIndex index) {
        this.index = index;
    }

    /** @throws InfeasibleProblemException if no assignment can keep the hard rules; the message names the cause */
    public static void check(Problem problem) {
        check(new ProblemIndex(problem));
    }

    public static void check(ProblemIndex index) {
        if (index.tasks > 0) {
            Feasibility feasibility = new Feasibility(index);
            feasibility.everyTaskHasANode();
            feasibility.everyPermitHasRoom();
            feasibility.workersReachPins();
            feasibility.workersHoldTheirTopology();
            feasibility.spreadGroupsHaveNodes();
        }
    }

    private void everyTaskHasANode() {
        if (index.problem.nodes().stream().noneMatch(node -> node.slots() > 0)) {
            throw new InfeasibleProblemException("too few slots: " + ErrorText.count(index.tasks, "task") + " and "
                    + ErrorText.count(index.nodes, "node") + " without a slot: add a node or slots");
        }
        for (Task task : index.problem.tasks()) {
            BitSet permit = index.permit(task.id());
            if (permit.isEmpty()) {
                throw new InfeasibleProblemException(whyNowhere(task));
            }
            long largest = permit.stream()
                    .mapToLong(node -> index.node(node).capacity())
                    .max()
                    .orElse(0);
            if (task.weight() > largest) {
                throw new InfeasibleProblemException("load over capacity: " + task.described() + " weighs "
                        + task.weight() + ", the largest node that may run it holds " + largest + " ("
                        + names(permit) + "): split its component into more tasks or use a larger node");
            }
        }
    }

    private String whyNowhere(Task task) {
        Constraints wish = task.constraints();
        String remedy;
        if (wish.pin().isPresent()) {
            Node node = index.node(index.node(wish.pin().get()));
            String pin = "pin cannot hold: " + task.described() + " is pinned to node " + ErrorText.quote(node.id());
            if (!wish.regions().isEmpty() && !wish.regions().contains(node.region())) {
                return pin + " of region " + ErrorText.quote(node.region()) + ", but may run only in "
                        + ErrorText.list(wish.regions()) + ": drop the pin or add the region";
            }
            if (wish.forbidden().contains(node.id())) {
                return pin + ", which it also forbids: drop one of both";
            }
            return pin + ", which has 0 slots: give it a slot or drop the pin";
        }
        remedy = wish.forbidden().isEmpty() ? "" : " outside " + ErrorText.list(wish.forbidden());
        String where = wish.regions().isEmpty() ? "" : " in " + ErrorText.list(wish.regions());
        return "constraint cannot hold: " + task.described() + " may run only" + where + remedy
                + ", where no node has a slot: add a node there or relax the constraint";
    }

    /**
     * Checks each set of nodes that some task is confined to: its slots and its capacity must suffice for everything
     * confined to it.
     */
    private void everyPermitHasRoom() {
        List<BitSet> sets = new ArrayList<>(index.permits);
        BitSet everywhere = new BitSet();
        everywhere.set(0, index.nodes);
        if (!sets.contains(everywhere)) {
            sets.add(everywhere);
        }
        boolean compare = sets.size() <= MOST_COMPARED_PERMITS;
        for (int s = 0; s < sets.size(); s++) {
            BitSet set = sets.get(s);
            long load = 0;
            int confinedTasks = 0;
            BitSet confinedTopologies = new BitSet();
            boolean[] confined = confinedTo(set, s, compare || set.equals(everywhere));
            for (int task = 0; task < index.tasks; task++) {
                if (confined[index.permitOf[task]]) {
                    load += index.weight(task);
                    confinedTasks++;
                    confinedTopologies.set(index.topologyOf[task]);
                }
            }
            checkRoom(set, load, confinedTasks, confinedTopologies);
        }
    }

    private boolean[] confinedTo(BitSet set, int own, boolean compare) {
        boolean[] confined = new boolean[index.permits.size()];
        for (int p = 0; p < confined.length; p++) {
            BitSet outside = index.permits.get(p);
            if (p == own) {
                confined[p] = true;
            } else if (compare) {
                outside = (BitSet) outside.clone();
                outside.andNot(set);
                confined[p] = outside.isEmpty();
            }
        }
        return confined;
    }

    private void checkRoom(BitSet set, long load, int confinedTasks, BitSet confinedTopologies) {
        long slots = set.stream().mapToLong(node -> index.node(node).slots()).sum();
        long capacity =
                set.stream().mapToLong(node -> index.node(node).capacity()).sum();
        boolean all = set.cardinality() == index.nodes;
        String where = all ? ErrorText.count(index.nodes, "node") + " in all" : names(set);
        if (confinedTopologies.cardinality() > slots) {
            List<String> ids =
                    confinedTopologies.stream().mapToObj(index::topologyId).toList();
            throw new InfeasibleProblemException("too few slots: " + ErrorText.count(ids.size(), "topology") + " ("
                    + ErrorText.list(ids) + ") must run on " + where + " with " + ErrorText.count(slots, "slot")
                    + ", and a slot runs one topology: add slots" + (all ? " or nodes" : " or relax pins and regions"));
        }
        if (load > capacity) {
            throw new InfeasibleProblemException("load over capacity: " + ErrorText.count(confinedTasks, "task")
                    + " that must run on " + where + " weigh " + load + ", capacity is " + capacity
                    + ": add capacity" + (all ? "" : ", or relax pins and regions"));
        }
    }

    private void workersReachPins() {
        for (int topology = 0; topology < index.topologies; topology++) {
            TreeSet<Integer> pinned = new TreeSet<>();
            for (int task = 0; task < index.tasks; task++) {
                if (index.topologyOf[task] == topology && index.permit(task).cardinality() == 1) {
                    pinned.add(index.permit(task).nextSetBit(0));
                }
            }
            int limit = index.workersLimit(topology);
            if (pinned.size() > limit) {
                List<String> ids =
                        pinned.stream().map(node -> index.node(node).id()).toList();
                throw new InfeasibleProblemException("pin cannot hold: topology "
                        + ErrorText.quote(index.topologyId(topology)) + " has tasks that can run only on each of "
                        + ids.size() + " nodes (" + ErrorText.list(ids) + "), but its workers are limited to " + limit
                        + ": raise workers to " + ids.size() + " or pin to fewer nodes");
            }
        }
    }

    private void workersHoldTheirTopology() {
        for (int t = 0; t < index.topologies; t++) {
            int topology = t;
            int limit = index.workersLimit(topology);
            BitSet usable = new BitSet();
            long load = 0;
            for (int task = 0; task < index.tasks; task++) {
                if (index.topologyOf[task] == topology) {
                    usable.or(index.permit(task));
                    load += index.weight(task);
                }
            }
            long[] capacities = usable.stream()
                    .mapToLong(node -> index.node(node).capacity())
                    .sorted()
                    .toArray();
            int used = Math.min(limit, capacities.length);
            long most = Arrays.stream(capacities, capacities.length - used, capacities.length)
                    .sum();
            if (load > most) {
                throw new InfeasibleProblemException("load over capacity: topology "
                        + ErrorText.quote(index.topologyId(topology)) + " weighs " + load + ", and the "
                        + ErrorText.count(used, "largest node") + " that its workers (limit " + limit
                        + ") can use hold " + most
                        + (used == limit ? ": raise workers" : ": add capacity or relax pins and regions"));
            }
        }
    }

    private void spreadGroupsHaveNodes() {
        TreeMap<String, List<Task>> groups = new TreeMap<>();
        for (Task task : index.problem.tasks()) {
            task.constraints()
                    .spread()
                    .ifPresent(group -> groups.computeIfAbsent(group, none -> new ArrayList<>())
                            .add(task));
        }
        groups.forEach((group, members) -> {
            BitSet reachable = new BitSet();
            members.forEach(task -> reachable.or(index.permit(task.id())));
            int[] topologies = members.stream()
                    .mapToInt(task -> index.topologyOf[task.id()])
                    .distinct()
                    .toArray();
            long workers =
                    IntStream.of(topologies).mapToLong(index::workersLimit).sum();
            String problem = "constraint cannot hold: spread group " + ErrorText.quote(group) + " has "
                    + ErrorText.count(members.size(), "task") + " for ";
            if (members.size() > reachable.cardinality()) {
                throw new InfeasibleProblemException(problem + ErrorText.count(reachable.cardinality(), "node")
                        + " that may run them: add nodes or make the group smaller");
            }
            if (members.size() > workers) {
                throw new InfeasibleProblemException(problem + ErrorText.count(workers, "worker")
                        + ": raise the topology's workers or make the group smaller");
            }
        });
    }

    private String names(BitSet nodes) {
        List<String> ids =
                nodes.stream().mapToObj(node -> index.node(node).id()).toList();
        return (ids.size() == 1 ? "node " : "nodes ") + ErrorText.list(ids);
    }
}
