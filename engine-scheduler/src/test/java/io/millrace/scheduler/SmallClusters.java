// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler;

import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import io.millrace.scheduler.model.RegionRtt;
import io.millrace.scheduler.model.Task;
import java.util.List;
import java.util.Random;

/** Random problems of up to 20 tasks with everything that a problem can have, for {@link ExhaustiveSearch} to solve. */
final class SmallClusters {
    static final int MOST_TASKS = 20;
    private static final List<String> REGIONS = List.of("eu", "us", "ap");
    private static final RegionRtt RTT = new RegionRtt(
            REGIONS, List.of(List.of(0.0, 80.0, 200.0), List.of(80.0, 0.0, 150.0), List.of(200.0, 150.0, 0.0)));

    private static final RegionRtt ONE_WAY_RTT = new RegionRtt(
            REGIONS, List.of(List.of(0.0, 200.0, 10.0), List.of(5.0, 0.0, 300.0), List.of(100.0, 1.0, 0.0)));

    private SmallClusters() {}

    /** @param kind what the problem is about; see {@link Kind} */
    static Problem random(long seed, Kind kind) {
        Random random = new Random(31 * seed + kind.ordinal());
        int tasks = 2 + random.nextInt(MOST_TASKS - 1);
        int nodes = tasks <= 9 ? 2 + random.nextInt(4) : tasks <= 13 ? 2 + random.nextInt(3) : 2 + random.nextInt(2);
        ProblemBuilder builder =
                Problem.builder(kind + "-" + seed).objective(kind.objective).balanceEps(0.25);
        int topologies = kind == Kind.SEVERAL_TOPOLOGIES ? 2 + random.nextInt(2) : 1;
        for (int t = 0; t < topologies; t++) {
            builder.topology("t" + t, 1 + random.nextInt(nodes));
        }
        boolean far = kind == Kind.GEO || kind == Kind.ONE_WAY;
        if (far) {
            builder.rtt(kind == Kind.GEO ? RTT : ONE_WAY_RTT);
        }
        for (int node = 0; node < nodes; node++) {
            boolean varies = kind == Kind.HETEROGENOUS;
            builder.node(
                    "n" + node,
                    varies ? 1 + random.nextInt(3) : topologies,
                    varies ? 40L << random.nextInt(3) : 200,
                    far ? REGIONS.get(node % REGIONS.size()) : "eu");
        }
        for (int task = 0; task < tasks; task++) {
            Constraints constraints =
                    far || kind == Kind.CONSTRAINED ? constraints(random, far, nodes) : Constraints.NONE;
            builder.task("t" + random.nextInt(topologies), "c" + task % 3, 1 + random.nextInt(9), constraints);
        }
        for (int from = 0; from < tasks; from++) {
            for (int to = 0; to < tasks; to++) {
                if (from != to && random.nextInt(tasks) < 3) {
                    builder.edge(from, to, random.nextInt(100));
                }
            }
        }
        return builder.build();
    }

    /** What a problem is about. */
    enum Kind {
        PLAIN(Objective.CUT),
        CONSTRAINED(Objective.CUT),
        SEVERAL_TOPOLOGIES(Objective.CUT),
        HETEROGENOUS(Objective.CUT),
        HOPS(Objective.LATENCY),
        GEO(Objective.LATENCY),
        /** Round trips that are not the same both ways, which no network has, but a problem may. */
        ONE_WAY(Objective.LATENCY);

        private final Objective objective;

        Kind(Objective objective) {
            this.objective = objective;
        }
    }

    private static Constraints constraints(Random random, boolean far, int nodes) {
        int roll = random.nextInt(20);
        String node = "n" + random.nextInt(nodes);
        if (far) {
            // Sources are bound to where their data is.
            return roll < 6 ? Constraints.inRegions(REGIONS.get(random.nextInt(2))) : Constraints.NONE;
        }
        return switch (roll) {
            case 0, 1 -> Constraints.pinnedTo(node);
            case 2, 3, 4 -> Constraints.NONE.withForbidden(List.of(node));
            case 5 -> Constraints.inRegions("eu");
            case 6, 7 -> Constraints.NONE.withSpread("g" + roll);
            default -> Constraints.NONE;
        };
    }

    /** The problem in other units. */
    static Problem scaled(Problem problem, long weight, long traffic) {
        return problem.withNodes(problem.nodes().stream()
                        .map(node -> new Node(
                                node.id(),
                                node.capacity() * weight,
                                node.slots(),
                                node.region(),
                                node.target() * weight,
                                node.limit() * weight))
                        .toList())
                .withTasks(problem.tasks().stream()
                        .map(task -> new Task(
                                task.id(),
                                task.topology(),
                                task.component(),
                                task.weight() * weight,
                                task.constraints()))
                        .toList())
                .withEdges(problem.edges().stream()
                        .map(edge -> new Edge(edge.from(), edge.to(), edge.traffic() * traffic))
                        .toList());
    }
}
