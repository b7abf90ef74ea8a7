// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.benchmarks.scheduler.Flow.Stage;
import io.millrace.scheduler.model.Problem;
import java.util.List;

/**
 * What the papers on stream schedulers measure: word count, speed-of-light chains, throughput test, Yahoo's
 * advertising.
 */
final class PaperTopologies {
    static final String FAMILY = "paper";

    private PaperTopologies() {}

    static List<Problem> problems(long seed) {
        return List.of(
                wordCount("p01-wordcount-2n", seed, 2, 2, 1),
                wordCount("p02-wordcount-4n", seed, 4, 2, 2),
                wordCount("p03-wordcount-8n", seed, 8, 4, 8),
                speedOfLight("p04-sol-2n", seed, 2, 3, 2),
                speedOfLight("p05-sol-4n", seed, 4, 5, 4),
                speedOfLight("p06-sol-8n", seed, 8, 8, 12),
                throughputTest("p07-throughput-2n", seed, 2, 3),
                throughputTest("p08-throughput-8n", seed, 8, 16),
                advertising("p09-yahoo-3n", seed, 3, 1),
                advertising("p10-yahoo-6n", seed, 6, 2),
                advertising("p11-yahoo-10n", seed, 10, 5));
    }

    private static Problem wordCount(String name, long seed, int nodes, int slots, int scale) {
        Draft draft = new Draft(name, FAMILY, seed, "word count: spout, split, count, sink").nodes(nodes, slots);
        wordCount(draft, "wc", nodes * slots, scale);
        return draft.build();
    }

    /** The same, as one of the topologies of any draft. */
    static void wordCount(Draft draft, String topology, int workers, int scale) {
        Flow flow = new Flow(draft, topology, workers);
        Stage spout = flow.source("spout", 2 * scale, 10_000, 1);
        Stage split = flow.stage("split", 4 * scale, 6);
        Stage count = flow.stage("count", 4 * scale, 1.5);
        Stage sink = flow.stage("sink", scale, 0.1);
        flow.shuffle(spout, split, 1);
        flow.fields(split, count, 6, 1);
        flow.shuffle(count, sink, 0.1);
    }

    private static Problem speedOfLight(String name, long seed, int nodes, int length, int tasks) {
        Draft draft = new Draft(name, FAMILY, seed, "chain of " + length + " bolts, shuffled").nodes(nodes, 4);
        Flow flow = new Flow(draft, "sol", nodes * 2);
        Stage from = flow.source("spout", tasks, 8_000, 1.5);
        for (int i = 1; i <= length; i++) {
            Stage to = flow.stage("bolt" + i, tasks, 1.5);
            flow.shuffle(from, to, 1);
            from = to;
        }
        return draft.build();
    }

    private static Problem throughputTest(String name, long seed, int nodes, int scale) {
        Draft draft = new Draft(name, FAMILY, seed, "spouts as fast as they can, two bolts").nodes(nodes, 2);
        Flow flow = new Flow(draft, "tt", nodes * 2);
        Stage spout = flow.source("spout", scale, 100_000, 0.2);
        Stage identity = flow.stage("identity", 2 * scale, 0.2);
        Stage count = flow.stage("count", scale, 0.3);
        flow.shuffle(spout, identity, 1);
        flow.fields(identity, count, 1, 0.3);
        return draft.build();
    }

    private static Problem advertising(String name, long seed, int nodes, int scale) {
        Draft draft = new Draft(name, FAMILY, seed, "Yahoo advertising").nodes(nodes, 2);
        advertising(draft, "ysb", nodes * 2, scale, 3);
        return draft.build();
    }

    /** The benchmark's chain, as one of the topologies of any draft. */
    static void advertising(Draft draft, String topology, int workers, int scale, int partitions) {
        Flow flow = new Flow(draft, topology, workers);
        Stage kafka = flow.source("kafka", partitions * scale, 7_000, 1);
        Stage deserialize = flow.stage("deserialize", 2 * partitions * scale, 8);
        Stage filter = flow.stage("filter", partitions * scale, 1);
        Stage project = flow.stage("project", partitions * scale, 1);
        Stage join = flow.stage("join", 2 * scale, 3);
        Stage count = flow.stage("count", 2 * scale, 2);
        flow.oneToOne(kafka, deserialize, 1);
        flow.shuffle(deserialize, filter, 1);
        flow.oneToOne(filter, project, 1.0 / 3);
        flow.shuffle(project, join, 1);
        flow.fields(join, count, 1, 0.7);
    }
}
