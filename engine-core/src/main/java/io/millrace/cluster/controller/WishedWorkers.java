package io.millrace.cluster.controller;

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
 * Gives a topology as many workers as it wishes. To the scheduler the number is a limit, and fewer workers talk less; but a user
 * who asks for two wants two processes: two heaps, and one that is left when the other dies. Pure.
 */
final class WishedWorkers {

    private final SchedulingAlgorithm algorithm;
    private final Problem problem;
    /** What is guessed is not worth a longer search, while the controller waits. */
    private final SchedulingOptions options;

    /** @param problem of one topology, without constraints */
    WishedWorkers(SchedulingAlgorithm algorithm, Problem problem, long seed) {
        this.algorithm = algorithm;
        this.problem = problem;
        options = SchedulingOptions.ofSeed(seed).withQuality(Quality.FAST);
    }

    /**
     * The algorithm's answer, with the heaviest workers halved where traffic suffers least, on their own node if it has a slot,
     * until there are as many as the topology may have.
     */
    Assignment assignment() {
        Assignment answer = algorithm.schedule(problem, options);
        int wished = problem.topologies().get(0).workers();
        for (int workers = answer.workers(); workers < wished; workers++) {
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
        Optional<Map.Entry<Placement, List<Task>>> heaviest = workers.entrySet().stream()
                .filter(worker -> worker.getValue().size() > 1)
                .max(Comparator.comparingLong(worker ->
                        worker.getValue().stream().mapToLong(Task::weight).sum()));
        if (heaviest.isEmpty()) {
            return Optional.empty();
        }
        Optional<Placement> place =
                freeSlot(workers.keySet(), heaviest.get().getKey().node());
        return place.map(free -> halved(answer, heaviest.get().getValue(), free));
    }

    /** On this node if it has one, else on the node with most of them. */
    private Optional<Placement> freeSlot(Set<Placement> used, String wanted) {
        return problem.nodes().stream()
                .filter(node -> free(used, node) > 0)
                .max(Comparator.<Node, Boolean>comparing(node -> node.id().equals(wanted))
                        .thenComparingLong(node -> free(used, node))
                        .thenComparing(Node::id, Comparator.reverseOrder()))
                .flatMap(node -> IntStream.range(0, node.slots())
                        .mapToObj(slot -> new Placement(node.id(), slot))
                        .filter(slot -> !used.contains(slot))
                        .findFirst());
    }

    private static long free(Set<Placement> used, Node node) {
        return node.slots()
                - used.stream().filter(place -> place.node().equals(node.id())).count();
    }

    /** Has the algorithm divide the tasks of one worker between two nodes of one slot each. */
    private Assignment halved(Assignment answer, List<Task> tasks, Placement free) {
        Map<Integer, Integer> idOf = new HashMap<>();
        ProblemBuilder halves =
                Problem.builder(problem.name()).topology(tasks.get(0).topology(), 2);
        halves.node("stays", 1).node("goes", 1);
        for (Task task : tasks) {
            idOf.put(task.id(), idOf.size());
            halves.task(task.topology(), task.component(), task.weight(), Constraints.NONE);
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
            if (half.of(id).node().equals("goes")) {
                going.add(task);
            }
        });
        // Whatever the algorithm says, both have a task
        if (going.isEmpty() || going.size() == tasks.size()) {
            going.clear();
            going.add(tasks.get(tasks.size() - 1).id());
        }
        going.forEach(task -> placements.set(task, free));
        return new Assignment(answer.instance(), placements);
    }
}
