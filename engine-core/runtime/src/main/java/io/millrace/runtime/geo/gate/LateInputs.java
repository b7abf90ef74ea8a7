// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.api.Streams;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.TaskPart;
import io.millrace.runtime.tuple.DataTuple;

/**
 * Handles a tuple that has come from another region too late to be executed: its trees fail, and its values go to the
 * stream for late tuples, if the bolt declares one and not too many wait for it already. Confined to the thread of the
 * task's executor.
 */
public final class LateInputs implements TaskPart {

    private static final IllegalStateException TOO_LATE =
            new IllegalStateException("it came too late from another region (topology.geo.order)");

    private final BoltTask task;
    private final boolean emits;

    /** The number of late tuples that wait for their emission. */
    private int waiting;

    LateInputs(BoltTask task) {
        this.task = task;
        this.emits = task.context().spec().outputs().stream()
                .anyMatch(stream -> stream.name().equals(Streams.LATE));
    }

    public void late(DataTuple tuple) {
        task.refuse(tuple, TOO_LATE);
        if (emits && waiting < task.settings().commands()) {
            waiting++;
            task.emitLater(Streams.LATE, tuple.array(), () -> waiting--);
        }
    }
}
