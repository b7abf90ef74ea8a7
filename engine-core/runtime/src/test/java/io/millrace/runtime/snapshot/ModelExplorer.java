// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Visits every state that a model can reach, breadth first, so that the trace to the first damage is a shortest one.
 * Afterwards it looks for states from which no quiet state can be reached without a further chance. Of visited states
 * it keeps two hashes of 64 bits.
 */
final class ModelExplorer {

    private final ModelScenario scenario;
    private final ModelMutant mutant;
    private final StateCode code = new StateCode();
    private final HashPairs known = new HashPairs();
    private final Deque<ModelWorld> frontier = new ArrayDeque<>();

    /** The state from which each state was found, and the number of the step among those that can be taken there. */
    private final Ints origins = new Ints();

    private final Ints originSteps = new Ints();

    /**
     * The positions of the steps of each state that must be able to happen: those of state i are from firstStep(i) up
     * to firstStep(i + 1).
     */
    private final Ints firstStep = new Ints();

    private final Ints steps = new Ints();
    private final Ints quiet = new Ints();

    private ModelExplorer(ModelScenario scenario, ModelMutant mutant) {
        this.scenario = scenario;
        this.mutant = mutant;
    }

    static ModelFinding explore(ModelScenario scenario, ModelMutant mutant) {
        return new ModelExplorer(scenario, mutant).run();
    }

    private ModelFinding run() {
        ModelWorld start = new ModelWorld(scenario, mutant);
        visit(start, 0, 0);
        for (int number = 0; !frontier.isEmpty(); number++) {
            ModelWorld world = frontier.remove();
            firstStep.add(steps.size());
            if (world.isQuiet()) {
                quiet.add(number);
            }
            List<ModelStep> possible = ModelSteps.of(world);
            for (int i = 0; i < possible.size(); i++) {
                ModelWorld next = world.copy();
                try {
                    ModelSteps.take(possible.get(i), next);
                } catch (ModelViolation violation) {
                    List<String> trace = traceTo(number);
                    trace.add(ModelSteps.describe(possible.get(i), world));
                    return new ModelFinding(violation.damage(), violation.getMessage(), known.size(), trace);
                }
                int reached = visit(next, number, i);
                if (!possible.get(i).kind().chance && reached != number) {
                    steps.add(reached);
                }
            }
        }
        firstStep.add(steps.size());
        return findStuck();
    }

    private int visit(ModelWorld world, int from, int step) {
        world.encode(code);
        int before = known.size();
        int number = known.add(code.hash(1), code.hash(0x5851F42D4C957F2DL));
        if (number == before) {
            origins.add(from);
            originSteps.add(step);
            frontier.add(world);
        }
        return number;
    }

    private ModelFinding findStuck() {
        int count = known.size();
        int[] firstBack = new int[count + 1];
        for (int i = 0; i < steps.size(); i++) {
            firstBack[steps.get(i)]++;
        }
        for (int i = 0, sum = 0; i <= count; i++) {
            sum += firstBack[i];
            firstBack[i] = sum;
        }
        int[] back = new int[steps.size()];
        for (int from = 0; from < count; from++) {
            for (int i = firstStep.get(from); i < firstStep.get(from + 1); i++) {
                back[--firstBack[steps.get(i)]] = from;
            }
        }
        boolean[] canGetQuiet = new boolean[count];
        for (int i = 0; i < quiet.size(); i++) {
            canGetQuiet[quiet.get(i)] = true;
        }
        while (quiet.size() > 0) {
            int number = quiet.removeLast();
            for (int i = firstBack[number]; i < firstBack[number + 1]; i++) {
                if (!canGetQuiet[back[i]]) {
                    canGetQuiet[back[i]] = true;
                    quiet.add(back[i]);
                }
            }
        }
        int stuck = 0;
        int first = -1;
        for (int number = count - 1; number >= 0; number--) {
            if (!canGetQuiet[number]) {
                stuck++;
                first = number;
            }
        }
        return stuck == 0
                ? new ModelFinding(null, "", count, List.of())
                : new ModelFinding(ModelDamage.STUCK, stuck + " states are stuck", count, traceTo(first));
    }

    /** Takes the steps again, and returns them in words. */
    private List<String> traceTo(int number) {
        Deque<Integer> way = new ArrayDeque<>();
        for (int at = number; at != 0; at = origins.get(at)) {
            way.addFirst(originSteps.get(at));
        }
        List<String> trace = new ArrayList<>();
        ModelWorld world = new ModelWorld(scenario, mutant);
        for (int i : way) {
            ModelStep step = ModelSteps.of(world).get(i);
            trace.add(ModelSteps.describe(step, world));
            ModelSteps.take(step, world);
        }
        return trace;
    }

    /** A growing list of numbers. */
    private static final class Ints {
        private int[] values = new int[1 << 12];
        private int size;

        void add(int value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        int get(int index) {
            return values[index];
        }

        int removeLast() {
            return values[--size];
        }

        int size() {
            return size;
        }
    }

    /** Numbers pairs of hashes in the order in which they are added. */
    private static final class HashPairs {
        private long[] pairs = new long[1 << 15];
        private int[] numbers = new int[1 << 14];
        private int size;

        int size() {
            return size;
        }

        /** Returns the number of a pair, which is the size before if it is new. */
        int add(long one, long other) {
            if (2 * size >= numbers.length) {
                grow();
            }
            int slot = find(one, other);
            if (numbers[slot] == 0) {
                pairs[2 * slot] = one;
                pairs[2 * slot + 1] = other;
                numbers[slot] = ++size;
            }
            return numbers[slot] - 1;
        }

        private int find(long one, long other) {
            int mask = numbers.length - 1;
            int slot = (int) one & mask;
            while (numbers[slot] != 0 && (pairs[2 * slot] != one || pairs[2 * slot + 1] != other)) {
                slot = slot + 1 & mask;
            }
            return slot;
        }

        private void grow() {
            long[] oldPairs = pairs;
            int[] oldNumbers = numbers;
            pairs = new long[2 * oldPairs.length];
            numbers = new int[2 * oldNumbers.length];
            for (int i = 0; i < oldNumbers.length; i++) {
                if (oldNumbers[i] != 0) {
                    int slot = find(oldPairs[2 * i], oldPairs[2 * i + 1]);
                    pairs[2 * slot] = oldPairs[2 * i];
                    pairs[2 * slot + 1] = oldPairs[2 * i + 1];
                    numbers[slot] = oldNumbers[i];
                }
            }
        }
    }
}
