// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler;

import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.ProblemBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Problems with a known best answer: pipelines that talk much within, and a little with the next one. */
public final class Pipelines {
    public static final int STAGES = 5;
    static final long WITHIN = 1_000;

    private Pipelines() {}

    /**
     * One topology of {@code perNode} pipelines for each node, in shuffled order of tasks; the best cut is what links
     * them.
     */
    public static Problem problem(int nodes, int perNode, long linkTraffic, long seed) {
        return builder(nodes, perNode, linkTraffic, seed).build();
    }

    public static ProblemBuilder builder(int nodes, int perNode, long linkTraffic, long seed) {
        Random random = new Random(seed);
        int pipelines = nodes * perNode;
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < pipelines * STAGES; i++) {
            ids.add(i);
        }
        Collections.shuffle(ids, random);
        ProblemBuilder builder = Problem.builder("pipelines").topology("p", 2 * nodes);
        for (int node = 0; node < nodes; node++) {
            builder.node("n" + node, 2, 1_000_000, "r0");
        }
        builder.tasks("p", "stage", ids.size());
        for (int pipeline = 0; pipeline < pipelines; pipeline++) {
            int first = pipeline * STAGES;
            for (int stage = 1; stage < STAGES; stage++) {
                builder.edge(ids.get(first + stage - 1), ids.get(first + stage), WITHIN + random.nextInt(100));
            }
            if (linkTraffic > 0) {
                builder.edge(ids.get(first), ids.get((first + STAGES) % ids.size()), linkTraffic);
            }
        }
        return builder;
    }

    /** The problem with each edge's traffic times a factor between 1 - share and 1 + share. */
    public static Problem withNoise(Problem problem, double share, Random random) {
        return problem.withEdges(problem.edges().stream()
                .map(edge -> new Edge(
                        edge.from(),
                        edge.to(),
                        Math.round(edge.traffic() * (1 + share * (2 * random.nextDouble() - 1)))))
                .toList());
    }
}
