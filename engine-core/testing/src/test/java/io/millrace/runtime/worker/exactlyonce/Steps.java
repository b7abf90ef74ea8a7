// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Notes the named steps of a run, and lets the call of one of them fail. Confined to the test's thread. */
final class Steps {

    /**
     * A step that was taken.
     *
     * @param occurrence number of the occurrence, from 1
     * @param turn turn of the topology, from 1
     * @param worker worker whose turn it was
     */
    record Taken(Step step, int occurrence, int turn, String worker) {}

    private final Map<Step, Integer> counts = new EnumMap<>(Step.class);
    private final List<Taken> taken = new ArrayList<>();
    private Step failing;
    private int failingOccurrence;

    /**
     * The number of steps of ended turns: the worker and number of the present turn are known only when it has ended.
     */
    private int ofEndedTurns;

    /** Lets the call that takes this step for the n-th time fail. */
    void fail(Step step, int occurrence) {
        failing = step;
        failingOccurrence = occurrence;
    }

    /** A step is taken. Returns whether its call must fail. */
    boolean take(Step step) {
        int occurrence = counts.merge(step, 1, Integer::sum);
        taken.add(new Taken(step, occurrence, 0, ""));
        return step == failing && occurrence == failingOccurrence;
    }

    void endTurn(int turn, String worker) {
        for (; ofEndedTurns < taken.size(); ofEndedTurns++) {
            Taken each = taken.get(ofEndedTurns);
            taken.set(ofEndedTurns, new Taken(each.step(), each.occurrence(), turn, worker));
        }
    }

    List<Taken> taken() {
        return taken;
    }
}
