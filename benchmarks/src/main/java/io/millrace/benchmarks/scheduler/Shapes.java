// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.benchmarks.scheduler.Flow.Stage;
import io.millrace.scheduler.model.Problem;
import java.util.ArrayList;
import java.util.List;

/** Diamonds, skewed fields groupings and 1:1 chains. */
final class Shapes {
    static final String DIAMONDS = "diamond";
    static final String ZIPF = "zipf";
    static final String CHAINS = "chains";

    private Shapes() {}

    static List<Problem> diamonds(long seed) {
        return List.of(
                diamond("d01-diamond-4n", seed, 4, 2, 4, 1, false),
                diamond("d02-diamond-row-4n", seed, 4, 2, 3, 3, false),
                diamond("d03-diamond-wide-8n", seed, 8, 8, 6, 1, false),
                diamond("d04-diamond-keyed-8n", seed, 8, 3, 17, 2, true));
    }

    static List<Problem> zipf(long seed) {
        return List.of(
                zipf("z01-zipf08-4n", seed, 4, 8, 0.8, 1),
                zipf("z02-zipf11-8n", seed, 8, 24, 1.1, 1),
                zipf("z03-zipf15-8n", seed, 8, 32, 1.5, 1),
                zipf("z04-zipf12-stages-16n", seed, 16, 48, 1.2, 3));
    }

    static List<Problem> chains(long seed) {
        return List.of(
                chains("o01-chains-4n", seed, 4, 9, 5, false),
                chains("o02-chains-uneven-5n", seed, 5, 13, 6, false),
                chains("o03-chains-8n", seed, 8, 61, 7, false),
                chains("o04-chains-crossed-8n", seed, 8, 37, 6, true));
    }

    private static Problem diamond(String name, long seed, int nodes, int branches, int tasks, int row, boolean keyed) {
        Draft draft = new Draft(name, DIAMONDS, seed, branches + " branches, joined again, " + row + " in a row")
                .nodes(nodes, 3);
        Flow flow = new Flow(draft, "diamond", nodes * 3);
        Stage top = flow.source("source", tasks, 6_000, 2);
        for (int i = 0; i < row; i++) {
            List<Stage> sides = new ArrayList<>();
            for (int b = 0; b < branches; b++) {
                Stage side = flow.stage("branch" + i + "-" + b, tasks, 2 + b);
                double selectivity = flow.noisy(2.0 / branches);
                if (keyed) {
                    flow.oneToOne(top, side, selectivity);
                } else {
                    flow.shuffle(top, side, selectivity);
                }
                sides.add(side);
            }
            Stage join = flow.stage("join" + i, tasks, 3);
            sides.forEach(side -> {
                if (keyed) {
                    flow.oneToOne(side, join, 0.5);
                } else {
                    flow.fields(side, join, 0.5, 0.8);
                }
            });
            top = join;
        }
        return draft.build();
    }

    private static Problem zipf(String name, long seed, int nodes, int tasks, double skew, int stages) {
        Draft draft = new Draft(name, ZIPF, seed, "fields groupings, skew " + skew).nodes(nodes, 4);
        zipf(draft, "zipf", nodes * 4, tasks, skew, stages);
        return draft.build();
    }

    /** The same, as one of the topologies of any draft. */
    static void zipf(Draft draft, String topology, int workers, int tasks, double skew, int stages) {
        Flow flow = new Flow(draft, topology, workers);
        Stage from = flow.source("source", tasks / 2, 9_000, 1);
        for (int i = 0; i < stages; i++) {
            Stage map = flow.stage("map" + i, tasks / 2, 2);
            Stage reduce = flow.stage("reduce" + i, tasks, 1);
            flow.oneToOne(from, map, 1);
            flow.ownKeys(map, reduce, 1.2, skew);
            from = reduce;
        }
        Stage top = flow.stage("top", 1, 0.2);
        flow.shuffle(from, top, 0.02);
    }

    private static Problem chains(String name, long seed, int nodes, int count, int length, boolean crossed) {
        Draft draft = new Draft(name, CHAINS, seed, count + " chains of " + length + (crossed ? ", crossed" : ""))
                .nodes(nodes, 4);
        Flow flow = new Flow(draft, "chains", nodes * 4);
        Stage first = flow.source("link0", count, 5_000, 2);
        Stage from = first;
        for (int i = 1; i < length; i++) {
            Stage to = flow.stage("link" + i, count, 2);
            flow.oneToOne(from, to, 1);
            if (crossed) {
                flow.shuffle(first, to, 0.1);
            }
            from = to;
        }
        return draft.build();
    }
}
