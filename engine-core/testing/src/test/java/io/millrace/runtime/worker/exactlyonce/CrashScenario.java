// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.runtime.worker.exactlyonce.Crash.Side;
import io.millrace.runtime.worker.exactlyonce.Crash.Victim;
import io.millrace.runtime.worker.exactlyonce.Shape.Edge;
import io.millrace.runtime.worker.exactlyonce.Shape.Kind;
import io.millrace.runtime.worker.exactlyonce.Shape.Node;
import io.millrace.runtime.worker.exactlyonce.Shape.Route;
import io.millrace.runtime.worker.exactlyonce.Steps.Taken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A fixed shape in three workers, in which workers die at named steps.
 *
 * @param turnsAway number of turns for which a worker that has died is away. With 0 it is back before others learn of
 *     its death
 */
record CrashScenario(long seed, int turnsAway, Mutant mutant) {

    /**
     * The steps whose calls may fail: such a failure is reported, and its snapshot fails. Calls of a recovery fail only
     * by the death of their worker.
     */
    private static final Set<Step> MAY_FAIL = EnumSet.of(
            Step.BARRIER_EMITTED,
            Step.ALIGNED_AND_COPIED,
            Step.BLOCK_WRITTEN,
            Step.FILE_DURABLE,
            Step.MANIFEST_DURABLE,
            Step.POINTER_SET,
            Step.GENERATION_SET,
            Step.COMMIT_CALLED,
            Step.MARKER_WRITTEN,
            Step.DELETED);

    private static final Shape SHAPE = new Shape(List.of(
            node("source", Kind.SOURCE, 2),
            node("pass", Kind.PASS, 2, new Edge("source", Route.CUSTOM)),
            node("count", Kind.COUNT, 2, new Edge("pass", Route.FIELDS)),
            node("sink", Kind.SINK, 3, new Edge("count", Route.CUSTOM))));
    private static final Expectation EXPECTED = Expectation.of(SHAPE);
    private static final List<String> WORKERS = List.of("w2", "w3", "w1");

    private static Node node(String id, Kind kind, int tasks, Edge... inputs) {
        return new Node(id, kind, tasks, new ArrayList<>(List.of(inputs)), new ArrayList<>(), 20, 0, 500_000);
    }

    Run start() {
        Run run = new Run(SHAPE, Setting.three(seed), mutant);
        if (!run.workers().equals(WORKERS)) {
            throw new AssertionError("the workers are " + run.workers());
        }
        return run;
    }

    /**
     * Starts the scenario with rings between the workers, through which the last message of a worker that dies arrives
     * too.
     */
    Run startOnOneNode() {
        Setting three = Setting.three(seed);
        return new Run(
                SHAPE,
                new Setting(3, 1, three.delay(), three.jitter(), three.executors(), seed, three.config()),
                mutant);
    }

    /** Lets these deaths happen, and compares the results with the model. Returns the steps that were taken. */
    List<Taken> check(Crash... crashes) {
        try (Run run = start()) {
            Set<String> dead = new TreeSet<>();
            int back = 0;
            for (Crash crash : crashes) {
                if (crash.turn() >= back) {
                    restart(run, dead, back);
                    back = crash.turn() + turnsAway;
                }
                if (crash.side() == Side.WITHIN) {
                    run.world().steps.fail(crash.at().step(), crash.at().occurrence());
                }
                if (!dead.contains(crash.victim())) {
                    crash.happen(run);
                    dead.add(crash.victim());
                }
            }
            restart(run, dead, back);
            EXPECTED.check(run.finish());
            return run.world().steps.taken();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(this + ", " + List.of(crashes) + ": " + e.getMessage(), e);
        }
    }

    private static void restart(Run run, Set<String> dead, int turn) {
        if (!dead.isEmpty()) {
            run.untilTurn(turn);
        }
        dead.forEach(run::restart);
        dead.clear();
    }

    /** Returns the first occurrences of a step after this turn. */
    static List<Taken> occurrences(List<Taken> steps, Step step, int afterTurn, int most) {
        return steps.stream()
                .filter(each -> each.step() == step && each.turn() > afterTurn)
                .limit(most)
                .toList();
    }

    /** Returns the deaths of each worker at a step. */
    static List<Crash> deaths(Taken at) {
        List<Crash> deaths = new ArrayList<>();
        for (Victim victim : Victim.values()) {
            victim.among(WORKERS, at.worker()).ifPresent(name -> {
                for (Side side : Side.values()) {
                    if (side != Side.WITHIN || MAY_FAIL.contains(at.step())) {
                        deaths.add(new Crash(at, side, name, null));
                    }
                }
            });
        }
        return deaths;
    }

    /** Returns how each worker is believed dead at a step. */
    static List<Crash> zombies(Taken at, Duration pause) {
        List<Crash> zombies = new ArrayList<>();
        for (Victim victim : Victim.values()) {
            victim.among(WORKERS, at.worker()).ifPresent(name -> {
                zombies.add(new Crash(at, Side.BEFORE, name, pause));
                zombies.add(new Crash(at, Side.AFTER, name, pause));
            });
        }
        return zombies;
    }

    /**
     * Returns two ways to go back to a snapshot: the coordinator dies before its commit is known, or a worker without
     * which a snapshot lacks a file.
     */
    static List<Crash> firstDeaths(List<Taken> all) {
        Taken set = occurrences(all, Step.POINTER_SET, 0, 2).get(1);
        Taken written = occurrences(all, Step.FILE_DURABLE, set.turn(), 9).stream()
                .filter(each -> !each.worker().equals(set.worker()))
                .findFirst()
                .orElseThrow();
        return List.of(
                new Crash(set, Side.AFTER, set.worker(), null),
                new Crash(written, Side.BEFORE, written.worker(), null));
    }
}
