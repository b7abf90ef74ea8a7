// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.stepped.SteppedTopology;
import io.millrace.testing.stepped.SteppedTopologyBuilder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;

/**
 * One run of a shape, turn by turn, with its world. The same shape, setting and calls give the same run. Confined to
 * the test's thread.
 */
final class Run implements AutoCloseable {

    private static final int MOST_TURNS = 60_000;
    private static final Duration LONG = Duration.ofMinutes(5);

    private final World world;
    private final SteppedTopology topology;
    private int turn;

    Run(Shape shape, Setting setting, Mutant mutant) {
        world = new World(
                "exactly-once-" + setting.seed() + "-" + Thread.currentThread().getName(), mutant);
        try {
            topology = start(shape, setting);
        } catch (RuntimeException | Error e) {
            world.close();
            throw e;
        }
    }

    private SteppedTopology start(Shape shape, Setting setting) {
        SteppedTopologyBuilder builder = SteppedTopology.of(shape.build(world.key))
                .config(setting.config())
                .executors(setting.executors())
                .seed(setting.seed())
                .snapshots(world.store, world.pointer);
        if (setting.workers() > 1) {
            builder.nodes(setting.nodes(), setting.delay()).jitter(setting.jitter());
            if (setting.seed() % 4 == 0) {
                // Tuples for all tasks of a component cross once to the second region
                String[] regions = new String[setting.nodes()];
                Arrays.fill(regions, "there");
                regions[0] = "here";
                builder.regions(regions).config(setting.config().with(TopologyKeys.GEO_MULTICAST, "intermediate"));
            } else if (setting.seed() % 2 == 0) {
                builder.regions();
            }
            if (setting.nodes() == setting.workers()) {
                // Each worker has a node of its own, so no rings are needed
                builder.workers(setting.workers(), null);
            } else {
                builder.workers(setting.workers());
            }
        }
        return builder.start();
    }

    World world() {
        return world;
    }

    /** Returns the workers that have tasks. The first one has the coordinator. */
    List<String> workers() {
        SortedMap<Integer, String> workers = topology.workerOfTask();
        return workers.values().stream().distinct().toList();
    }

    int turn() {
        return turn;
    }

    private boolean runUntil(BooleanSupplier condition, Duration most) {
        int begun = turn;
        boolean reached = topology.runUntil(
                () -> {
                    if (turn > 0) {
                        world.steps.endTurn(turn, topology.lastTurn());
                    }
                    boolean over = turn >= MOST_TURNS || condition.getAsBoolean();
                    if (!over) {
                        turn++;
                    }
                    return over;
                },
                most);
        return reached && turn < MOST_TURNS;
    }

    void untilTurn(int last) {
        runUntil(() -> turn >= last, LONG);
    }

    void advance(Duration time) {
        runUntil(() -> false, time);
    }

    void kill(String worker) {
        if (worker.equals(workers().get(0))) {
            world.pointer.writerDied();
        }
        topology.kill(worker);
    }

    void isolate(String worker, Duration pause) {
        topology.isolate(worker, pause);
    }

    void killIsolated() {
        topology.killIsolated();
    }

    void restart(String worker) {
        topology.restart(worker);
    }

    /** Runs to the end, and returns what has become visible. */
    List<World.Row> finish() {
        if (!runUntil(() -> turn % 64 == 0 && topology.completed(), LONG)) {
            throw new AssertionError("it does not complete in " + turn + " turns");
        }
        return List.copyOf(world.visible);
    }

    @Override
    public void close() {
        topology.close();
        world.close();
    }
}
