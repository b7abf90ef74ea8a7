// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.benchmarks.scheduler.Flow.Stage;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Problem;
import java.util.List;

/** Pins, forbidden nodes, spread groups and regions; and loads that leave hardly any room. */
final class Constrained {
    static final String PINNED = "pinned";
    static final String TIGHT = "tight";

    private Constrained() {}

    static List<Problem> pinned(long seed) {
        return List.of(
                sourcesAndSinks("c01-pinned-4n", seed, 4, 2),
                sourcesAndSinks("c02-pinned-8n", seed, 8, 6),
                spread("c03-spread-5n", seed),
                forbidden("c04-forbidden-6n", seed),
                mixture("c05-mixture-8n", seed));
    }

    static List<Problem> tight(long seed) {
        return List.of(
                unit("t01-unit-4n", seed, 4, 6),
                unit("t02-unit-8n", seed, 8, 4),
                capacity("t03-capacity-6n", seed, 6, 90),
                capacity("t04-capacity-12n", seed, 12, 400),
                heavy("t05-heavy-tasks-4n", seed));
    }

    private static Problem sourcesAndSinks(String name, long seed, int nodes, int scale) {
        Draft draft = new Draft(name, PINNED, seed, "sources and sinks pinned to nodes").nodes(nodes, 4);
        Flow flow = new Flow(draft, "pin", 2 * nodes);
        Stage source = flow.source("source", nodes * scale / 2, 6_000, 1);
        Stage parse = flow.stage("parse", 2 * nodes * scale / 2, 4);
        Stage join = flow.stage("join", nodes * scale / 2, 3);
        Stage sink = flow.stage("sink", 2, 0.3);
        flow.ownKeys(source, parse, 1, 1.1);
        flow.ownKeys(parse, join, 0.7, 1.1);
        flow.shuffle(join, sink, 0.4);
        for (int i = 0; i < source.size(); i++) {
            draft.constrain(source.tasks()[i], Constraints.pinnedTo("n" + i % nodes));
        }
        draft.constrain(sink.tasks()[0], Constraints.pinnedTo("n0"));
        draft.constrain(sink.tasks()[1], Constraints.pinnedTo("n1"));
        return draft.build();
    }

    private static Problem spread(String name, long seed) {
        Draft draft = new Draft(name, PINNED, seed, "replicas of two components never share a node").nodes(5, 3);
        Flow flow = new Flow(draft, "spread", 15);
        Stage source = flow.source("source", 5, 5_000, 2);
        Stage map = flow.stage("map", 12, 3);
        Stage store = flow.stage("store", 4, 2);
        flow.shuffle(source, map, 1);
        flow.fields(map, store, 1, 1);
        for (int task : source.tasks()) {
            draft.constrain(task, Constraints.NONE.withSpread("source"));
        }
        for (int task : store.tasks()) {
            draft.constrain(task, Constraints.NONE.withSpread("store"));
        }
        return draft.build();
    }

    private static Problem forbidden(String name, long seed) {
        Draft draft = new Draft(name, PINNED, seed, "a third of the tasks may not use some nodes").nodes(6, 3);
        draft.topology("forbid", 12);
        LayeredGraphs.fill(draft, "forbid", 60, 200, 5, 1);
        for (int task = 0; task < 60; task += 3) {
            int node = draft.random.nextInt(6);
            draft.constrain(task, Constraints.NONE.withForbidden(List.of("n" + node, "n" + (node + 2) % 6)));
        }
        return draft.build();
    }

    private static Problem mixture(String name, long seed) {
        Draft draft = new Draft(name, PINNED, seed, "two topologies, pins, regions, forbidden nodes and spread groups");
        for (int i = 0; i < 8; i++) {
            draft.node(1 + i % 3, 3, "r" + i % 2);
        }
        draft.topology("a", 10);
        LayeredGraphs.fill(draft, "a", 80, 300, 5, 4);
        draft.topology("b", 8);
        LayeredGraphs.fill(draft, "b", 40, 120, 4, 1);
        for (int task = 0; task < 120; task += 5) {
            int node = draft.random.nextInt(8);
            draft.constrain(
                    task,
                    switch (task % 4) {
                        case 0 -> Constraints.pinnedTo("n" + node);
                        case 1 -> Constraints.inRegions("r" + node % 2);
                        case 2 -> Constraints.NONE.withForbidden(List.of("n" + node));
                        default -> Constraints.NONE.withSpread("g" + task % 2);
                    });
        }
        return draft.build();
    }

    private static Problem unit(String name, long seed, int nodes, int tasksPerNode) {
        Draft draft = new Draft(name, TIGHT, seed, "equal weights without slack: only swaps keep the balance")
                .eps(0)
                .slack(1.02)
                .nodes(nodes, 1);
        draft.topology("unit", nodes);
        int layers = 4;
        int tasks = nodes * tasksPerNode;
        for (int i = 0; i < tasks; i++) {
            draft.task("unit", "layer" + i * layers / tasks, 10);
        }
        int width = tasks / layers;
        for (int e = 0; e < 3 * tasks; e++) {
            int from = draft.random.nextInt(tasks - width);
            int to = (from / width + 1) * width + draft.random.nextInt(width);
            draft.edge(from, to, Math.exp(5 + draft.random.nextGaussian()));
        }
        return draft.build();
    }

    private static Problem capacity(String name, long seed, int nodes, int tasks) {
        Draft draft = new Draft(name, TIGHT, seed, "4 % above fair load is balanced, 5 % is all there is")
                .eps(0.04)
                .slack(1.05)
                .nodes(nodes, 2);
        draft.topology("tight", 2 * nodes);
        LayeredGraphs.fill(draft, "tight", tasks, 5 * tasks, 5, nodes);
        return draft.build();
    }

    private static Problem heavy(String name, long seed) {
        Draft draft = new Draft(name, TIGHT, seed, "a few tasks weigh most")
                .nodes(4, 2)
                .slack(1.3);
        draft.topology("heavy", 8);
        for (int i = 0; i < 6; i++) {
            draft.task("heavy", "model", 100 + 20 * i);
        }
        for (int i = 0; i < 40; i++) {
            int task = draft.task("heavy", "feature", 3 + draft.random.nextInt(8));
            draft.edge(task, draft.random.nextInt(6), 1_000 + draft.random.nextInt(3_000));
            draft.edge(task, draft.random.nextInt(6), 100 + draft.random.nextInt(500));
        }
        return draft.build();
    }
}
