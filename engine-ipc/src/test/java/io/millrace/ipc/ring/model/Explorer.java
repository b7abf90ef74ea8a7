// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Visits every state that a model can reach, breadth first, so that the trace to the first damage is a shortest one.
 * Afterwards it looks for states from which no quiet state can be reached. Single-threaded.
 */
final class Explorer {
    private final Model model;
    private final StateSet states;

    /** Per state: the one it was found from. */
    private final IntList origins = new IntList();

    /**
     * The steps of state i, but for deaths, are those from firstStep(i) up to firstStep(i + 1): the states that they
     * lead to.
     */
    private final IntList firstStep = new IntList();

    private final IntList steps = new IntList();
    private final IntList quiet = new IntList();

    private Explorer(Model model) {
        this.model = model;
        this.states = new StateSet(model.longs());
    }

    static Finding explore(Model model) {
        return new Explorer(model).run();
    }

    private Finding run() {
        long[] start = new long[model.longs()];
        model.start(start);
        states.add(start);
        origins.add(0);
        Collector collector = new Collector();
        for (int number = 0; number < states.size(); number++) {
            states.get(number, collector.now());
            collector.from = number;
            firstStep.add(steps.size());
            try {
                if (model.isQuiet(collector.now())) {
                    model.checkQuiet(collector.now());
                    quiet.add(number);
                }
                model.expand(collector);
            } catch (Violation violation) {
                return new Finding(violation.damage(), violation.getMessage(), states.size(), traceTo(number));
            }
        }
        firstStep.add(steps.size());
        return findStuck();
    }

    private Finding findStuck() {
        int count = states.size();
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
                ? new Finding(null, "", count, List.of())
                : new Finding(Damage.STUCK, stuck + " states are stuck", count, traceTo(first));
    }

    /** Takes the steps again, in words. */
    private List<String> traceTo(int number) {
        Deque<String> trace = new ArrayDeque<>();
        for (int at = number; at != 0; at = origins.get(at)) {
            Teller teller = new Teller();
            states.get(at, teller.wanted);
            states.get(origins.get(at), teller.now());
            try {
                model.expand(teller);
            } catch (Violation e) {
                // Another step from there does damage too; the wanted step comes before it.
                if (teller.found == null) {
                    throw e;
                }
            }
            trace.addFirst(teller.found);
        }
        return List.copyOf(trace);
    }

    private final class Collector extends Steps {
        private int from;

        Collector() {
            super(model.longs());
        }

        @Override
        void taken(long[] state, boolean mustBeAbleTo, String what, int a, int b, int c) {
            int before = states.size();
            int number = states.add(state);
            if (number == before) {
                origins.add(from);
            }
            if (mustBeAbleTo) {
                steps.add(number);
            }
        }
    }

    private final class Teller extends Steps {
        private final long[] wanted = new long[model.longs()];
        private String found;

        Teller() {
            super(model.longs());
        }

        @Override
        void taken(long[] state, boolean mustBeAbleTo, String what, int a, int b, int c) {
            if (found == null && Arrays.equals(state, wanted)) {
                found = String.format(what, a, b, c);
            }
        }
    }
}
