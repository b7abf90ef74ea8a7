// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.benchmarks.scheduler.Flow.Stage;
import io.millrace.scheduler.model.Problem;
import java.util.List;

/** Several topologies on the same nodes, and nodes that differ in capacity and slots. */
final class SharedNodes {
    static final String SEVERAL = "several";
    static final String HETEROGENOUS = "hetero";

    private SharedNodes() {}

    static List<Problem> several(long seed) {
        return List.of(
                several("m01-three-4n", seed, 3, 4, 4, 3),
                several("m02-six-8n", seed, 6, 8, 4, 4),
                several("m03-twenty-6n", seed, 20, 6, 12, 2),
                several("m04-five-narrow-10n", seed, 5, 10, 2, 3),
                differentSizes("m05-large-and-small-8n", seed));
    }

    static List<Problem> heterogenous(long seed) {
        return List.of(
                yahooOn("h01-hetero-yahoo-3n", seed, new double[] {1, 2, 4}, new int[] {1, 2, 4}),
                yahooOn("h02-hetero-giant-5n", seed, new double[] {1, 1, 1, 1, 8}, new int[] {2, 2, 2, 2, 8}),
                graphOn("h03-hetero-random-8n", seed, 8, 120, 500),
                graphOn("h04-hetero-random-16n", seed, 16, 600, 4_000),
                slotsDiffer("h05-slots-differ-6n", seed));
    }

    private static Problem several(String name, long seed, int count, int nodes, int slots, int workers) {
        Draft draft = new Draft(name, SEVERAL, seed, count + " topologies").nodes(nodes, slots);
        for (int i = 0; i < count; i++) {
            String id = "t" + i;
            switch (i % 3) {
                case 0 -> PaperTopologies.advertising(draft, id, workers, 1, 2);
                case 1 -> chain(draft, id, workers, 3 + i % 4);
                default -> {
                    draft.topology(id, workers);
                    LayeredGraphs.fill(draft, id, 15 + i, 40 + 2 * i, 4, 1);
                }
            }
        }
        return draft.build();
    }

    /**
     * 2,000 tasks: advertising, skewed fields groupings and word counts, each of a size that asks for several nodes or
     * parts of them.
     */
    static Problem manyTopologies(long seed) {
        Draft draft = new Draft("r02-topologies-2000-32n", "resched", seed, "23 topologies").nodes(32, 6);
        for (int i = 0; i < 23; i++) {
            String id = "t" + i;
            switch (i % 3) {
                case 0 -> PaperTopologies.advertising(draft, id, 6, 4, 3);
                case 1 -> Shapes.zipf(draft, id, 8, 48, 1.1, 1);
                default -> PaperTopologies.wordCount(draft, id, 8, 8);
            }
        }
        return draft.build();
    }

    private static Problem differentSizes(String name, long seed) {
        Draft draft = new Draft(name, SEVERAL, seed, "a large topology and four small ones").nodes(8, 4);
        draft.topology("large", 16);
        LayeredGraphs.fill(draft, "large", 150, 700, 6, 5);
        for (int i = 0; i < 4; i++) {
            chain(draft, "small" + i, 2, 3);
        }
        return draft.build();
    }

    private static void chain(Draft draft, String id, int workers, int tasks) {
        Flow flow = new Flow(draft, id, workers);
        Stage source = flow.source("source", tasks, 4_000, 2);
        Stage map = flow.stage("map", tasks, 3);
        Stage sink = flow.stage("sink", 2, 1);
        flow.oneToOne(source, map, 1);
        flow.fields(map, sink, 1, 0.5);
    }

    private static Problem yahooOn(String name, long seed, double[] shares, int[] slots) {
        Draft draft = new Draft(name, HETEROGENOUS, seed, "capacities differ, slots with them");
        int workers = 0;
        for (int i = 0; i < shares.length; i++) {
            draft.node(shares[i], slots[i], Draft.REGION);
            workers += slots[i];
        }
        PaperTopologies.advertising(draft, "ysb", workers, 2, 3);
        return draft.build();
    }

    private static Problem graphOn(String name, long seed, int nodes, int tasks, int edges) {
        Draft draft = new Draft(name, HETEROGENOUS, seed, "capacities and slots drawn at random");
        for (int i = 0; i < nodes; i++) {
            draft.node(1 + 3 * draft.random.nextDouble(), 1 + draft.random.nextInt(6), Draft.REGION);
        }
        draft.topology("layered", 3 * nodes);
        LayeredGraphs.fill(draft, "layered", tasks, edges, 6, nodes / 2);
        return draft.build();
    }

    private static Problem slotsDiffer(String name, long seed) {
        Draft draft = new Draft(name, HETEROGENOUS, seed, "equal capacities, 1 to 6 slots, two topologies");
        for (int slots = 1; slots <= 6; slots++) {
            draft.node(1, slots, Draft.REGION);
        }
        PaperTopologies.advertising(draft, "ysb", 5, 2, 3);
        chain(draft, "chain", 4, 6);
        return draft.build();
    }
}
