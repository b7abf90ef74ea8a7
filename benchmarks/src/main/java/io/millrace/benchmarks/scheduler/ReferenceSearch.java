// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Problem;
import java.util.Random;

/**
 * Simulated annealing from a sound assignment, with moves and swaps, long enough to find what algorithms in a hurry
 * miss; it never leaves the sound ones, nor, if it is told so, those that move few of the tasks that run. Seeded: the
 * same start and seed give the same end.
 */
final class ReferenceSearch {
    private static final double LAST_TEMPERATURE = 1e-4;
    private static final double NEIGHBOURLY = 0.7;
    private static final int SAMPLE = 500;

    /** The tries for a task that has been moved; one in twenty-five is, where few may be. */
    private static final int MOST_TRIES = 60;

    private final SearchSpace space;
    private final Random random;
    /** By task: the worker where it runs, -1 for none. */
    private final int[] home;

    private final int mostMoved;
    private int moved;
    private double gained;

    private ReferenceSearch(SearchSpace space, int[] home, int mostMoved, long seed) {
        this.space = space;
        this.home = home;
        this.mostMoved = mostMoved;
        random = new Random(seed);
        for (int task = 0; task < space.tasks; task++) {
            moved += isMoved(task, space.workerOf(task));
        }
    }

    /** The best assignment on the way, which may be the start. */
    static Assignment improve(Problem problem, Assignment start, long steps, long seed) {
        SearchSpace space = new SearchSpace(problem, start);
        return space.tasks == 0 ? start : new ReferenceSearch(space, null, 0, seed).anneal(steps);
    }

    /** The best assignment on the way that moves at most so many of the running tasks, as the start does. */
    static Assignment improveWithin(Problem problem, Assignment start, int mostMoved, long steps, long seed) {
        SearchSpace space = new SearchSpace(problem, start);
        int[] home = new int[space.tasks];
        for (int task = 0; task < space.tasks; task++) {
            home[task] = problem.previousOf(task).map(space::indexOf).orElse(-1);
        }
        return new ReferenceSearch(space, home, mostMoved, seed).anneal(steps);
    }

    private Assignment anneal(long steps) {
        int[] best = space.current();
        double mostGained = 0;
        double hottest = typicalCost() / 4;
        for (long step = 0; step < steps; step++) {
            double temperature = hottest * Math.pow(LAST_TEMPERATURE, (double) step / steps);
            propose(temperature);
            // Copying is dear, so only what also beats the start and is cold enough to last is kept.
            if (gained > mostGained + temperature) {
                mostGained = gained;
                best = space.current();
            }
        }
        return space.toAssignment(gained > mostGained ? space.current() : best);
    }

    private double typicalCost() {
        double sum = 0;
        for (int i = 0; i < SAMPLE; i++) {
            int task = random.nextInt(space.tasks);
            sum += Math.abs(space.costAt(task, anyWorker(task)) - space.costAt(task, space.workerOf(task)));
        }
        return sum / SAMPLE;
    }

    private void propose(double temperature) {
        int task = random.nextInt(space.tasks);
        int[] neighbours = space.neighbours[task];
        int there = -1;
        if (neighbours.length > 0 && random.nextDouble() < NEIGHBOURLY) {
            there = space.workerOf(neighbours[random.nextInt(neighbours.length)]);
        }
        if (there < 0 || !space.mayUse(task, there)) {
            there = anyWorker(task);
        }
        int here = space.workerOf(task);
        if (there != here && !move(task, here, there, temperature)) {
            int other = random.nextInt(space.tasks);
            if (random.nextInt(4) > 0) {
                for (int tries = 0; space.workerOf(other) != there && tries < 30; tries++) {
                    other = random.nextInt(space.tasks);
                }
            }
            swap(task, other, temperature);
        }
    }

    private int anyWorker(int task) {
        return space.allowed[task][random.nextInt(space.allowed[task].length)];
    }

    /** 1 if a task that runs elsewhere is in this worker and that counts, else 0. */
    private int isMoved(int task, int worker) {
        return home != null && home[task] != worker ? 1 : 0;
    }

    /** False if a rule or limit is in the way; whether the step was taken is chance. */
    private boolean move(int task, int here, int there, double temperature) {
        int more = isMoved(task, there) - isMoved(task, here);
        if (home != null && moved + more > mostMoved) {
            return moveForAnother(task, here, there, temperature);
        }
        double gain = space.costAt(task, here) - space.costAt(task, there);
        space.put(task, there);
        boolean sound = space.isSoundAt(task);
        if (sound && accepts(gain, temperature)) {
            gained += gain;
            moved += more;
        } else {
            space.put(task, here);
        }
        return sound;
    }

    /** Moves a task while one that had been moved goes back. */
    private boolean moveForAnother(int task, int here, int there, double temperature) {
        int other = random.nextInt(space.tasks);
        for (int tries = 0; isMoved(other, space.workerOf(other)) == 0 && tries < MOST_TRIES; tries++) {
            other = random.nextInt(space.tasks);
        }
        if (isMoved(other, space.workerOf(other)) == 0 || home[other] < 0 || other == task) {
            return false;
        }
        int ofOther = space.workerOf(other);
        double gain = space.costAt(other, ofOther) - space.costAt(other, home[other]);
        space.put(other, home[other]);
        gain += space.costAt(task, here) - space.costAt(task, there);
        space.put(task, there);
        boolean sound = space.isSoundAt(task) && space.isSoundAt(other);
        if (sound && accepts(gain, temperature)) {
            gained += gain;
        } else {
            space.put(task, here);
            space.put(other, ofOther);
        }
        return sound;
    }

    private void swap(int a, int b, double temperature) {
        int ofA = space.workerOf(a);
        int ofB = space.workerOf(b);
        if (ofA == ofB || !space.mayUse(a, ofB) || !space.mayUse(b, ofA)) {
            return;
        }
        int more = isMoved(a, ofB) + isMoved(b, ofA) - isMoved(a, ofA) - isMoved(b, ofB);
        if (home != null && moved + more > mostMoved) {
            return;
        }
        double costOfB = space.costAt(b, ofB);
        // Task b has no place meanwhile, so that what the two send each other is counted once.
        space.put(b, -1);
        double gain = costOfB + space.costAt(a, ofA) - space.costAt(a, ofB);
        space.put(a, ofB);
        gain -= space.costAt(b, ofA);
        space.put(b, ofA);
        if (space.isSoundAt(a) && space.isSoundAt(b) && accepts(gain, temperature)) {
            gained += gain;
            moved += more;
        } else {
            space.put(b, ofB);
            space.put(a, ofA);
        }
    }

    private boolean accepts(double gain, double temperature) {
        return gain >= 0 || random.nextDouble() < Math.exp(gain / temperature);
    }
}
