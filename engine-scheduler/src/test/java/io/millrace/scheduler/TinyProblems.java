// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler;

import io.millrace.scheduler.evaluate.Validator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random problems so small that trying every assignment tells whether there is a valid one. */
final class TinyProblems {
    private TinyProblems() {}

    static Problem random(long seed) {
        Random random = new Random(seed);
        ProblemBuilder builder = Problem.builder("tiny-" + seed);
        int nodes = 1 + random.nextInt(3);
        for (int node = 0; node < nodes; node++) {
            builder.node("n" + node, random.nextInt(3), 5 + random.nextInt(16), "r" + node % 2);
        }
        int topologies = 1 + random.nextInt(2);
        for (int topology = 0; topology < topologies; topology++) {
            builder.topology("t" + topology, 1 + random.nextInt(3));
        }
        int tasks = 1 + random.nextInt(5);
        for (int task = 0; task < tasks; task++) {
            builder.task("t" + random.nextInt(topologies), "c", 1 + random.nextInt(8), constraints(random, nodes));
        }
        return builder.build();
    }

    private static Constraints constraints(Random random, int nodes) {
        return switch (random.nextInt(8)) {
            case 0 -> Constraints.pinnedTo("n" + random.nextInt(nodes));
            case 1 -> Constraints.inRegions("r" + random.nextInt(Math.min(2, nodes)));
            case 2 -> Constraints.NONE.withForbidden(List.of("n" + random.nextInt(nodes)));
            case 3, 4 -> Constraints.NONE.withSpread("g");
            default -> Constraints.NONE;
        };
    }

    static boolean hasAnswer(Problem problem) {
        List<Placement> slots = new ArrayList<>();
        for (Node node : problem.nodes()) {
            for (int slot = 0; slot < node.slots(); slot++) {
                slots.add(new Placement(node.id(), slot));
            }
        }
        return hasAnswer(problem, slots, new ArrayList<>());
    }

    private static boolean hasAnswer(Problem problem, List<Placement> slots, List<Placement> chosen) {
        if (chosen.size() == problem.tasks().size()) {
            return Validator.violations(problem, new Assignment(problem.name(), chosen))
                    .isEmpty();
        }
        for (Placement slot : slots) {
            chosen.add(slot);
            boolean found = hasAnswer(problem, slots, chosen);
            chosen.remove(chosen.size() - 1);
            if (found) {
                return true;
            }
        }
        return false;
    }
}
