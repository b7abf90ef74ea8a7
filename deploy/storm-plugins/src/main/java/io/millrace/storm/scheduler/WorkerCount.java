// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.scheduler;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives a topology as many workers as it asks for. Storm schedules a topology that has fewer again and again, so an
 * answer that packs it into fewer is no answer. Each missing worker gets, in a slot that is not used, the executor of
 * the fullest worker that exchanges least with its fellows.
 */
final class WorkerCount {
    private WorkerCount() {}

    /** Returns the answer with this many workers; empty if there are too few slots or executors. */
    static Optional<Assignment> exactly(int workers, Problem problem, Assignment answer) {
        List<Placement> placements = new ArrayList<>(answer.placements());
        while (true) {
            Map<Placement, List<Integer>> members = new HashMap<>();
            for (int task = 0; task < placements.size(); task++) {
                members.computeIfAbsent(placements.get(task), place -> new ArrayList<>())
                        .add(task);
            }
            if (members.size() >= workers) {
                return members.size() == workers
                        ? Optional.of(new Assignment(answer.instance(), placements))
                        : Optional.empty();
            }
            Map.Entry<Placement, List<Integer>> fullest = members.entrySet().stream()
                    .max(Comparator.comparingInt((Map.Entry<Placement, List<Integer>> each) ->
                                    each.getValue().size())
                            .thenComparing(each -> each.getKey().node()))
                    .orElseThrow();
            Optional<Placement> free = freeNear(fullest.getKey(), problem, members);
            if (free.isEmpty() || fullest.getValue().size() < 2) {
                return Optional.empty();
            }
            placements.set(loosest(fullest.getValue(), problem), free.get());
        }
    }

    /** Returns an unused slot, of the same supervisor if it has one. */
    private static Optional<Placement> freeNear(
            Placement full, Problem problem, Map<Placement, List<Integer>> members) {
        String region = problem.nodes().stream()
                .filter(node -> node.id().equals(full.node()))
                .findFirst()
                .orElseThrow()
                .region();
        return problem.nodes().stream()
                .filter(node -> !members.containsKey(new Placement(node.id(), 0)))
                .min(Comparator.comparing(node -> !node.region().equals(region)))
                .map(node -> new Placement(node.id(), 0));
    }

    private static int loosest(List<Integer> tasks, Problem problem) {
        Map<Integer, Long> inside = new HashMap<>();
        tasks.forEach(task -> inside.put(task, 0L));
        for (Edge edge : problem.edges()) {
            if (inside.containsKey(edge.from()) && inside.containsKey(edge.to())) {
                inside.merge(edge.from(), edge.traffic(), Long::sum);
                inside.merge(edge.to(), edge.traffic(), Long::sum);
            }
        }
        return tasks.stream()
                .min(Comparator.<Integer, Long>comparing(inside::get).thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }
}
