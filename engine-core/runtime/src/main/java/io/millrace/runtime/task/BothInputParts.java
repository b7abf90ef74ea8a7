// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.tuple.DataTuple;

/** Two parts that stand before a bolt, in their order. */
record BothInputParts(InputPart first, InputPart second) implements InputPart {

    @Override
    public boolean admits(DataTuple tuple) {
        return first.admits(tuple) && second.admits(tuple);
    }

    @Override
    public void admitted(DataTuple tuple) {
        first.admitted(tuple);
        second.admitted(tuple);
    }

    @Override
    public void executedAtOnce() {
        first.executedAtOnce();
        second.executedAtOnce();
    }

    @Override
    public void queued(DataTuple tuple) {
        first.queued(tuple);
        second.queued(tuple);
    }

    @Override
    public void refused(DataTuple tuple) {
        first.refused(tuple);
        second.refused(tuple);
    }

    @Override
    public boolean takesAll() {
        return first.takesAll() || second.takesAll();
    }

    @Override
    public void unqueued(DataTuple tuple) {
        first.unqueued(tuple);
        second.unqueued(tuple);
    }

    @Override
    public boolean closesInbox() {
        return first.closesInbox() || second.closesInbox();
    }

    @Override
    public int take(DataTuple tuple, long now, int budget) {
        int work = first.take(tuple, now, budget);
        return work > 0 ? work : second.take(tuple, now, budget);
    }

    @Override
    public void skipped(int sourceTask, short generation) {
        first.skipped(sourceTask, generation);
        second.skipped(sourceTask, generation);
    }
}
