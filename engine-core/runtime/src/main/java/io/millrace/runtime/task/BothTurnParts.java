// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/** Two parts that work in the turns of a task, in their order. */
record BothTurnParts(TurnPart first, TurnPart second) implements TurnPart {

    @Override
    public boolean isReady() {
        return first.isReady() || second.isReady();
    }

    @Override
    public long deadline(boolean blocked) {
        return Math.min(first.deadline(blocked), second.deadline(blocked));
    }

    @Override
    public int begin(long now, int budget) {
        return first.begin(now, budget) + second.begin(now, budget);
    }

    @Override
    public int work(long now, int budget) {
        return first.work(now, budget) + second.work(now, budget);
    }

    @Override
    public void end() {
        first.end();
        second.end();
    }
}
