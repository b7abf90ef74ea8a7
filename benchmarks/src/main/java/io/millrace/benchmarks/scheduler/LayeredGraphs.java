// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.model.Problem;
import java.util.List;
import java.util.Random;

/** Random graphs in layers, of 20 to 10,000 tasks; some have communities, tasks that mostly talk among themselves. */
final class LayeredGraphs {
    static final String FAMILY = "layered";
    private static final int NO_COMMUNITIES = 1;
    private static final double INSIDE = 0.8;

    private LayeredGraphs() {}

    static List<Problem> problems(long seed) {
        return List.of(
                graph("l01-layered-20-3n", seed, 20, 45, 4, 3, NO_COMMUNITIES),
                graph("l02-layered-50-4n", seed, 50, 140, 5, 4, NO_COMMUNITIES),
                graph("l03-layered-100-8n", seed, 100, 400, 5, 8, NO_COMMUNITIES),
                graph("l04-communities-100-4n", seed, 100, 500, 5, 4, 4),
                graph("l05-layered-200-8n", seed, 200, 900, 6, 8, NO_COMMUNITIES),
                graph("l06-layered-500-16n", seed, 500, 3_000, 8, 16, NO_COMMUNITIES),
                graph("l07-layered-1000-16n", seed, 1_000, 8_000, 8, 16, NO_COMMUNITIES),
                graph("l08-communities-1000-16n", seed, 1_000, 10_000, 8, 16, 20),
                graph("l09-layered-2000-32n", seed, 2_000, 16_000, 10, 32, NO_COMMUNITIES),
                graph("l10-communities-5000-32n", seed, 5_000, 60_000, 10, 32, 40),
                graph("l11-layered-10000-64n", seed, 10_000, 131_000, 10, 64, NO_COMMUNITIES));
    }

    private static Problem graph(String name, long seed, int tasks, int edges, int layers, int nodes, int communities) {
        String note = edges + " edges in " + layers + " layers" + (communities > 1 ? ", communities" : "");
        Draft draft = new Draft(name, FAMILY, seed, note).nodes(nodes, 4);
        draft.topology("layered", nodes * 4);
        fill(draft, "layered", tasks, edges, layers, communities);
        return draft.build();
    }

    /** Adds the tasks of a topology, and that many edges from each layer to the next one, with log-normal traffic. */
    static void fill(Draft draft, String topology, int tasks, int edges, int layers, int communities) {
        Random random = draft.random;
        int[] ids = new int[tasks];
        for (int i = 0; i < tasks; i++) {
            ids[i] = draft.task(topology, "layer" + layerOf(i, tasks, layers), 5 + random.nextInt(20));
        }
        int senders = firstOf(layers - 1, tasks, layers);
        for (int e = 0; e < edges; e++) {
            // The first round gives every sender an edge, so that few tasks are isolated.
            int from = e < senders ? e : random.nextInt(senders);
            int next = layerOf(from, tasks, layers) + 1;
            int first = firstOf(next, tasks, layers);
            int width = firstOf(next + 1, tasks, layers) - first;
            int to = first + random.nextInt(width);
            if (communities > 1 && random.nextDouble() < INSIDE) {
                for (int tries = 0; to % communities != from % communities && tries < 8 * communities; tries++) {
                    to = first + random.nextInt(width);
                }
            }
            draft.edge(ids[from], ids[to], Math.exp(5 + 1.2 * random.nextGaussian()));
        }
    }

    private static int firstOf(int layer, int tasks, int layers) {
        return (int) ((long) layer * tasks / layers);
    }

    private static int layerOf(int task, int tasks, int layers) {
        int layer = (int) ((long) task * layers / tasks);
        return task >= firstOf(layer + 1, tasks, layers) ? layer + 1 : layer;
    }
}
