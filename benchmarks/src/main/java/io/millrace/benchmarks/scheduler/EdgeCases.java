// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.model.Problem;
import java.util.List;

/** Graphs at which algorithms stumble: no edges, one task, stars, separate parts, zeros. */
final class EdgeCases {
    static final String FAMILY = "edge";
    private static final String TOPOLOGY = "x";

    private EdgeCases() {}

    static List<Problem> problems(long seed) {
        return List.of(
                oneTask(draft("e01-one-task", seed, "one task on three nodes")),
                noEdges(draft("e02-no-edges", seed, "forty tasks that never talk")),
                star(draft("e03-star", seed, "one hub, 48 leaves"), 1, 48),
                star(draft("e04-stars", seed, "three hubs, 20 leaves each"), 3, 20),
                parts(draft("e05-disconnected", seed, "seven cliques and six isolated tasks")),
                zeroWeights(draft("e06-zero-weights", seed, "tasks without load")),
                zeroTraffic(draft("e07-zero-traffic", seed, "edges without traffic")),
                oneNode(new Draft("e08-one-node", FAMILY, seed, "one node with five slots").nodes(1, 5)),
                fewTasks(new Draft("e09-few-tasks", FAMILY, seed, "more nodes than tasks").nodes(12, 1)),
                oneWorker(new Draft("e10-one-worker", FAMILY, seed, "one worker for all").nodes(4, 2)),
                fewWorkers(new Draft("e11-few-workers", FAMILY, seed, "three workers, eight nodes").nodes(8, 2)),
                cycle(draft("e12-cycle", seed, "a ring of tasks that all talk alike")));
    }

    private static Draft draft(String name, long seed, String note) {
        return new Draft(name, FAMILY, seed, note).nodes(3, 2);
    }

    private static Problem oneTask(Draft draft) {
        draft.topology(TOPOLOGY, 6).task(TOPOLOGY, "only", 10);
        return draft.build();
    }

    private static Problem noEdges(Draft draft) {
        tasks(draft.topology(TOPOLOGY, 6), 40);
        return draft.build();
    }

    private static Problem star(Draft draft, int hubs, int leaves) {
        draft.topology(TOPOLOGY, 6);
        for (int h = 0; h < hubs; h++) {
            int hub = draft.task(TOPOLOGY, "hub", 10);
            for (int i = 0; i < leaves; i++) {
                draft.edge(draft.task(TOPOLOGY, "leaf", 5), hub, 500 + draft.random.nextInt(1_000));
            }
        }
        return draft.build();
    }

    private static Problem parts(Draft draft) {
        draft.topology(TOPOLOGY, 6);
        for (int part = 0; part < 7; part++) {
            int size = 3 + part % 3;
            int first = tasks(draft, size);
            for (int from = first; from < first + size; from++) {
                for (int to = first; to < first + size; to++) {
                    draft.edge(from, to, 100 + draft.random.nextInt(400));
                }
            }
        }
        tasks(draft, 6);
        return draft.build();
    }

    private static Problem zeroWeights(Draft draft) {
        draft.topology(TOPOLOGY, 6);
        for (int i = 0; i < 18; i++) {
            draft.task(TOPOLOGY, "idle", 0);
        }
        for (int i = 0; i < 30; i++) {
            draft.edge(draft.random.nextInt(18), draft.random.nextInt(18), 100 + draft.random.nextInt(500));
        }
        return draft.build();
    }

    private static Problem zeroTraffic(Draft draft) {
        tasks(draft.topology(TOPOLOGY, 6), 24);
        for (int task = 0; task < 16; task++) {
            draft.edge(task, task + 8, 0);
        }
        return draft.build();
    }

    private static Problem oneNode(Draft draft) {
        tasks(draft.topology(TOPOLOGY, 5), 20);
        talk(draft, 20, 40);
        return draft.build();
    }

    private static Problem fewTasks(Draft draft) {
        tasks(draft.topology(TOPOLOGY, 12), 5);
        talk(draft, 5, 8);
        return draft.build();
    }

    private static Problem oneWorker(Draft draft) {
        tasks(draft.topology(TOPOLOGY, 1), 12);
        talk(draft, 12, 20);
        return draft.build();
    }

    private static Problem fewWorkers(Draft draft) {
        tasks(draft.topology(TOPOLOGY, 3), 30);
        talk(draft, 30, 70);
        return draft.build();
    }

    private static Problem cycle(Draft draft) {
        tasks(draft.topology(TOPOLOGY, 6), 30);
        for (int task = 0; task < 30; task++) {
            draft.edge(task, (task + 1) % 30, 1_000);
        }
        return draft.build();
    }

    private static int tasks(Draft draft, int count) {
        int first = draft.task(TOPOLOGY, "c", 10);
        for (int i = 1; i < count; i++) {
            draft.task(TOPOLOGY, "c", 8 + draft.random.nextInt(5));
        }
        return first;
    }

    private static void talk(Draft draft, int tasks, int edges) {
        for (int i = 0; i < edges; i++) {
            draft.edge(draft.random.nextInt(tasks), draft.random.nextInt(tasks), 100 + draft.random.nextInt(2_000));
        }
    }
}
