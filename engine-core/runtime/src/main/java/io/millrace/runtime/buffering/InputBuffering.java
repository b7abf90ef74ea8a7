// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.buffering;

import io.millrace.api.BuffersInputs;
import io.millrace.api.Component;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.BufferingPart;
import io.millrace.runtime.task.InputPart;
import io.millrace.runtime.task.TaskRestore;
import io.millrace.runtime.task.TurnPart;
import io.millrace.runtime.tuple.DataTuple;

/** Lets a bolt that holds inputs process them in time. Confined to the thread of the task's executor. */
final class InputBuffering implements BufferingPart, InputPart, TurnPart {

    private final BoltTask task;
    private BufferedInputs buffered;
    private boolean bufferedNone;

    InputBuffering(BoltTask task) {
        this.task = task;
    }

    @Override
    public boolean made(Component instance, TaskRestore from) {
        if (!(instance instanceof BuffersInputs bolt) || !bolt.buffersInputs()) {
            return false;
        }
        buffered = new BufferedInputs(bolt, task::restart);
        return true;
    }

    @Override
    public int mostInputs(int budget) {
        return BufferedInputs.MOST_PER_TURN;
    }

    @Override
    public int begin(long now, int budget) {
        buffered.begin(now, task.inbox().size());
        return 0;
    }

    @Override
    public boolean endsTurn(long now) {
        return buffered.executed(now, task.inbox().size());
    }

    /** Releases a batch whose time has come when no input waits that can be added to it. */
    @Override
    public int work(long now, int budget) {
        boolean waits = !task.inbox().isEmpty() && task.mayTakeInput();
        if (!task.sender().isEmpty() || task.host().isEnding() || !buffered.isDue(now, waits)) {
            return 0;
        }
        release();
        return 1;
    }

    @Override
    public void release() {
        if (buffered.holdsAny()) {
            task.counts();
            try {
                task.call(buffered.release());
            } catch (Throwable e) {
                task.failure("execute", e);
            }
        }
    }

    @Override
    public void admitted(DataTuple tuple) {
        bufferedNone = !buffered.holdsAny();
    }

    @Override
    public void executedAtOnce() {
        if (bufferedNone && buffered.holdsAny()) {
            // The executor must learn the deadline
            task.ready();
        }
    }

    @Override
    public long deadline(boolean blocked) {
        return blocked ? NEVER : buffered.deadline();
    }

    boolean holdsAny() {
        return buffered.holdsAny();
    }
}
