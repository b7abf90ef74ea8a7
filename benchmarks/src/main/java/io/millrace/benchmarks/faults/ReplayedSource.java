// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.ReplayableSpout;
import java.util.List;

/**
 * Emits numbers at a steady rate, from the position of a snapshot on. When nothing new shall be emitted it still emits
 * what another instance of the task has.
 */
final class ReplayedSource extends TalliedSource implements ReplayableSpout {

    private static final long serialVersionUID = 1L;

    private transient int position;

    ReplayedSource(String file, int rate) {
        super(file, rate);
    }

    @Override
    public void nextTuple() {
        long now = context.nanoTime();
        boolean known = position < tally.next(context.taskIndex());
        if (!known && !isDue(now)) {
            return;
        }
        if (!known && !tally.raise(context.taskIndex(), position)) {
            halted(now);
            return;
        }
        if (!known) {
            emitted(now);
        }
        out.emit(context.taskIndex(), position);
        position++;
    }

    @Override
    public Object snapshot() {
        return position;
    }

    @Override
    public void restore(List<Object> positions) {
        position = (Integer) positions.get(context.taskIndex());
    }
}
