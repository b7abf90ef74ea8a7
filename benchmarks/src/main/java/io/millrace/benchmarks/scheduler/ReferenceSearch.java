package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.Assignment;
import io.millrace.scheduler.Problem;
import java.util.Random;

/**
 * Simulated annealing from a sound assignment, with moves and swaps, long enough to find what algorithms in a hurry miss; it
 * never leaves the sound ones. Seeded: the same start and seed give the same end.
 */
final class ReferenceSearch {
    private static final double LAST_TEMPERATURE = 1e-4;
    private static final double NEIGHBOURLY = 0.7;
    private static final int SAMPLE = 500;

    private final SearchSpace space;
    private final Random random;
    private double gained;

    private ReferenceSearch(SearchSpace space, long seed) {
        this.space = space;
        random = new Random(seed);
    }

    /** The best assignment on the way, which may be the start. */
    static Assignment improve(Problem problem, Assignment start, long steps, long seed) {
        SearchSpace space = new SearchSpace(problem, start);
        return space.tasks == 0 ? start : new ReferenceSearch(space, seed).anneal(steps);
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

    /** False if a rule or limit is in the way; whether the step was taken is chance. */
    private boolean move(int task, int here, int there, double temperature) {
        double gain = space.costAt(task, here) - space.costAt(task, there);
        space.put(task, there);
        boolean sound = space.isSoundAt(task);
        if (sound && accepts(gain, temperature)) {
            gained += gain;
        } else {
            space.put(task, here);
        }
        return sound;
    }

    private void swap(int a, int b, double temperature) {
        int ofA = space.workerOf(a);
        int ofB = space.workerOf(b);
        if (ofA == ofB || !space.mayUse(a, ofB) || !space.mayUse(b, ofA)) {
            return;
        }
        double costOfB = space.costAt(b, ofB);
        // Without b, so that what the two send each other is counted once.
        space.put(b, -1);
        double gain = costOfB + space.costAt(a, ofA) - space.costAt(a, ofB);
        space.put(a, ofB);
        gain -= space.costAt(b, ofA);
        space.put(b, ofA);
        if (space.isSoundAt(a) && space.isSoundAt(b) && accepts(gain, temperature)) {
            gained += gain;
        } else {
            space.put(b, ofB);
            space.put(a, ofA);
        }
    }

    private boolean accepts(double gain, double temperature) {
        return gain >= 0 || random.nextDouble() < Math.exp(gain / temperature);
    }
}
