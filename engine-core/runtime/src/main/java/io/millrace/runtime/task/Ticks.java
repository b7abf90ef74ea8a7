// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Component;
import io.millrace.api.Fields;
import io.millrace.api.Streams;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;

/** Calls a bolt with a tick at the interval that it has asked for. Ticks that would be late are skipped. */
public final class Ticks implements TurnPart {

    public static final StreamRef STREAM = new StreamRef("__system", -1, Streams.TICK, Fields.of(), false);

    private static final Object[] NO_VALUES = {};

    private final BoltTask task;
    private final long intervalNanos;
    private long next = NEVER;

    Ticks(BoltTask task) {
        this.task = task;
        this.intervalNanos = task.context.spec().tickNanos();
    }

    @Override
    public boolean made(Component instance, TaskRestore from) {
        return intervalNanos > 0;
    }

    @Override
    public void opened(TaskRestore from) {
        next = task.host.nanoTime() + intervalNanos;
    }

    @Override
    public int begin(long now, int budget) {
        if (next > now || !task.sender.mayEmit()) {
            return 0;
        }
        next = now + intervalNanos;
        task.execute(new DataTuple(STREAM, 0, task.id(), now, NO_VALUES));
        return 1;
    }

    @Override
    public long deadline(boolean blocked) {
        return blocked ? NEVER : next;
    }
}
