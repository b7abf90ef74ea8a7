// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.tuple.DataTuple;

/** The targets of a task that chooses all targets at once. Stateless. */
final class NoFreeTargets implements FreeTargets {

    @Override
    public boolean exist() {
        return false;
    }

    @Override
    public void send(DataTuple tuple, int taskOfComponent) {
        throw new IllegalStateException("task " + tuple.sourceTask() + " sends to no task that is chosen later");
    }

    @Override
    public long waiting() {
        return 0;
    }

    @Override
    public boolean isFull() {
        return false;
    }

    @Override
    public boolean mayDrain() {
        return false;
    }

    @Override
    public int drain(long now) {
        return 0;
    }

    @Override
    public long deadline(long now) {
        return Long.MAX_VALUE;
    }

    @Override
    public void tell() {}

    @Override
    public void undo(DataTuple tuple) {}

    @Override
    public AckBuffer edges() {
        return new AckBuffer();
    }

    @Override
    public long clear() {
        return 0;
    }
}
