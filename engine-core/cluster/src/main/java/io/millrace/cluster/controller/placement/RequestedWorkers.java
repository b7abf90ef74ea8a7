// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.placement;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.model.SchedulingOptions.Quality;
import io.millrace.scheduler.model.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Gives a topology the number of workers that it requests. For the scheduler the number is an upper limit, and fewer
 * workers mean less traffic. But a user who requests two workers wants two heaps, and one process that survives the
 * other. Pure.
 */
final class RequestedWorkers {

    private static final String STAYS = "stays";
    private static final String GOES = "goes";

    private final SchedulingAlgorithm algorithm;
    private final Problem problem;
    /** The options of the scheduler: estimates are not worth a longer search while the controller waits. */
    private final SchedulingOptions options;

    /** @param problem the problem of one topology, with no constraints except regions */
    RequestedWorkers(SchedulingAlgorithm algorithm, Problem problem, long seed) {
        this.algorithm = algorithm;
        this.problem = problem;
        options = SchedulingOptions.ofSeed(seed).withQuality(Quality.FAST);
    }

    /**
     * Splits the heaviest workers of the algorithm's answer with the least traffic between the halves, on the same node
     * if it has a free slot, until the number is reached.
     */
    Assignment assignment() {
        Assignment answer = algorithm.schedule(problem, options);
        int requested = problem.topologies().get(0).workers();
        for (int workers = answer.workers(); workers < requested; workers++) {
            Optional<Assignment> more = withOneMore(answer);
            if (more.isEmpty()) {
                return answer;
            }
            answer = more.get();
        }
        return answer;
    }

    private Optional<Assignment> withOneMore(Assignment answer) {
        Map<Placement, List<Task>> workers =
                new TreeMap<>(Comparator.comparing(Placement::node).thenComparingInt(Placement::slot));
        for (Task task : problem.tasks()) {
            workers.computeIfAbsent(answer.of(task.id()), place -> new ArrayList<>())
                    .add(task);
        }
        // If the regions of its tasks leave no slot for a half of the heaviest worker, the next one is split
        return workers.entrySet().stream()
                .filter(worker -> worker.getValue().size() > 1)
                .sorted(Comparator.comparingLong(worker ->
                        -worker.getValue().stream().mapToLong(Task::weight).sum()))
                .flatMap(worker -> freeSlot(workers.keySet(), worker.getKey(), worker.getValue()).stream()
                        .map(free -> halved(answer, worker.getValue(), free)))
                .findFirst();
    }

    /**
     * Finds a free slot that may run a part of a worker's tasks: on its node, otherwise in its region, on the node with
     * the most.
     */
    private Optional<Placement> freeSlot(Set<Placement> used, Placement worker, List<Task> tasks) {
        Node now = node(worker.node());
        return problem.nodes().stream()
                .filter(node -> free(used, node) > 0)
                .filter(node ->
                        tasks.stream().anyMatch(task -> task.constraints().permits(node)))
                .max(Comparator.<Node, Boolean>comparing(node -> node.equals(now))
                        .thenComparing(node -> node.region().equals(now.region()))
                        .thenComparingLong(node -> free(used, node))
                        .thenComparing(Node::id, Comparator.reverseOrder()))
                .flatMap(node -> IntStream.range(0, node.slots())
                        .mapToObj(slot -> new Placement(node.id(), slot))
                        .filter(slot -> !used.contains(slot))
                        .findFirst());
    }

    private Node node(String id) {
        return problem.nodes().stream()
                .filter(node -> node.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static long free(Set<Placement> used, Node node) {
        return node.slots()
                - used.stream().filter(place -> place.node().equals(node.id())).count();
    }

    /**
     * Splits the tasks of one worker: the algorithm places them on two nodes with one slot each. Tasks that may not run
     * at the free slot stay.
     */
    private Assignment halved(Assignment answer, List<Task> tasks, Placement free) {
        Node target = node(free.node());
        Map<Integer, Integer> idOf = new HashMap<>();
        ProblemBuilder halves =
                Problem.builder(problem.name()).topology(tasks.get(0).topology(), 2);
        halves.node(STAYS, 1).node(GOES, 1);
        List<Integer> mayGo = new ArrayList<>();
        for (Task task : tasks) {
            boolean permitted = task.constraints().permits(target);
            idOf.put(task.id(), idOf.size());
            halves.task(
                    task.topology(),
                    task.component(),
                    task.weight(),
                    permitted ? Constraints.NONE : Constraints.pinnedTo(STAYS));
            if (permitted) {
                mayGo.add(task.id());
            }
        }
        for (Edge edge : problem.edges()) {
            if (idOf.containsKey(edge.from()) && idOf.containsKey(edge.to())) {
                halves.edge(idOf.get(edge.from()), idOf.get(edge.to()), edge.traffic());
            }
        }
        Assignment half = algorithm.schedule(halves.build(), options);
        List<Placement> placements = new ArrayList<>(answer.placements());
        Set<Integer> going = new HashSet<>();
        idOf.forEach((task, id) -> {
            if (half.of(id).node().equals(GOES)) {
                going.add(task);
            }
        });
        // Both halves need at least one task
        if (going.isEmpty() || going.size() == tasks.size()) {
            going.clear();
            going.add(mayGo.get(mayGo.size() - 1));
        }
        going.forEach(task -> placements.set(task, free));
        return new Assignment(answer.instance(), placements);
    }
}
