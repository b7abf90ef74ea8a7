// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.model.Constraints;
import java.util.Arrays;

/**
 * One topology of a {@link Draft}: components in the order of the stream, joined by groupings. Message rates follow
 * from the sources, and a task's weight from the messages that it handles.
 */
final class Flow {
    private static final int KEYS = 2_000;
    private static final double NOISE = 0.12;
    private static final double MESSAGES_PER_UNIT = 1_000;

    /** A component: its tasks' ids, and the messages per second that reach (or, for a source, leave) each of them. */
    record Stage(int[] tasks, double[] rates, double cost) {
        int size() {
            return tasks.length;
        }
    }

    private final Draft draft;
    private final String topology;

    Flow(Draft draft, String topology, int workers) {
        this.draft = draft;
        this.topology = topology;
        draft.topology(topology, workers);
    }

    /**
     * @param rate messages per second of each task, give or take
     * @param cost CPU units per 1,000 messages per second
     */
    Stage source(String component, int count, double rate, double cost) {
        Stage stage = stage(component, count, cost);
        for (int i = 0; i < count; i++) {
            receive(stage, i, noisy(rate));
        }
        return stage;
    }

    /** Sources that may run in one region only. */
    Stage sourceIn(String region, String component, int count, double rate, double cost) {
        Stage stage = source(component, count, rate, cost);
        for (int task : stage.tasks()) {
            draft.constrain(task, Constraints.inRegions(region));
        }
        return stage;
    }

    Stage stage(String component, int count, double cost) {
        int[] tasks = new int[count];
        for (int i = 0; i < count; i++) {
            tasks[i] = draft.task(topology, component, 0.5);
        }
        return new Stage(tasks, new double[count], cost);
    }

    /** Every task of {@code from} deals {@code selectivity} messages per message received to all of {@code to}. */
    void shuffle(Stage from, Stage to, double selectivity) {
        double[] shares = new double[to.size()];
        Arrays.fill(shares, 1.0 / to.size());
        for (int i = 0; i < from.size(); i++) {
            deal(from, i, to, selectivity, shares);
        }
    }

    /** Edges by key, whose popularity falls with rank to the power of {@code skew}; all tasks have the same keys. */
    void fields(Stage from, Stage to, double selectivity, double skew) {
        double[] shares = zipfShares(to.size(), skew);
        for (int i = 0; i < from.size(); i++) {
            deal(from, i, to, selectivity, shares);
        }
    }

    /** Edges by key, where each task of {@code from} has own keys, as if its source were already split by them. */
    void ownKeys(Stage from, Stage to, double selectivity, double skew) {
        for (int i = 0; i < from.size(); i++) {
            deal(from, i, to, selectivity, zipfShares(to.size(), skew));
        }
    }

    /** Task i feeds task i alone; with different counts, the fewer ones share evenly. */
    void oneToOne(Stage from, Stage to, double selectivity) {
        int pairs = Math.max(from.size(), to.size());
        int perSource = Math.max(1, pairs / from.size());
        for (int i = 0; i < pairs; i++) {
            int sender = i % from.size();
            send(from, sender, to, i % to.size(), from.rates()[sender] * selectivity / perSource);
        }
    }

    private void deal(Stage from, int sender, Stage to, double selectivity, double[] shares) {
        for (int i = 0; i < to.size(); i++) {
            send(from, sender, to, i, from.rates()[sender] * selectivity * noisy(shares[i]));
        }
    }

    void send(Stage from, int sender, Stage to, int receiver, double perSecond) {
        if (Math.round(perSecond) > 0) {
            draft.edge(from.tasks()[sender], to.tasks()[receiver], perSecond);
            receive(to, receiver, perSecond);
        }
    }

    private void receive(Stage stage, int i, double perSecond) {
        stage.rates()[i] += perSecond;
        draft.addLoad(stage.tasks()[i], perSecond * stage.cost() / MESSAGES_PER_UNIT);
    }

    private double[] zipfShares(int tasks, double skew) {
        double[] shares = new double[tasks];
        double sum = 0;
        for (int rank = 1; rank <= KEYS; rank++) {
            double popularity = Math.pow(rank, -skew);
            shares[draft.random.nextInt(tasks)] += popularity;
            sum += popularity;
        }
        for (int i = 0; i < tasks; i++) {
            shares[i] /= sum;
        }
        return shares;
    }

    double noisy(double value) {
        return value * (1 + NOISE * (2 * draft.random.nextDouble() - 1));
    }
}
