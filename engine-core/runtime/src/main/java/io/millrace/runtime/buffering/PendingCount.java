// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.buffering;

import io.millrace.api.Component;
import io.millrace.api.HoldsWatermarks;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.TaskPart;
import io.millrace.runtime.task.TaskRestore;
import java.util.Optional;

/**
 * Shows how many inputs a bolt keeps after {@code execute} has returned. Confined to the thread of the task's executor.
 */
public final class PendingCount implements TaskPart {

    private final BoltTask task;
    private HoldsWatermarks bolt;
    private Optional<InputBuffering> buffering = Optional.empty();

    PendingCount(BoltTask task) {
        this.task = task;
    }

    @Override
    public boolean made(Component instance, TaskRestore from) {
        bolt = WatermarkHold.of(instance, task::restart);
        buffering = task.part(InputBuffering.class);
        return buffering.isPresent() || instance instanceof HoldsWatermarks;
    }

    /** Returns whether inputs that the bolt holds wait for calls that it has begun. */
    public boolean waitsForCalls() {
        return bolt.waitsForCalls();
    }

    /** Sets the pending inputs before they are published as received: no other count shows that they are under way. */
    @Override
    public void publish() {
        int inputs = bolt.held();
        boolean holdsAny =
                inputs == 0 && buffering.isPresent() && buffering.get().holdsAny();
        task.tally().pending(holdsAny ? 1 : inputs);
    }
}
