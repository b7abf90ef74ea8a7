package io.millrace.runtime.holding;

import io.millrace.api.Component;
import io.millrace.api.HoldsInputs;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.HoldingPart;
import io.millrace.runtime.task.InputPart;
import io.millrace.runtime.task.TaskRestore;
import io.millrace.runtime.task.TurnPart;
import io.millrace.runtime.tuple.DataTuple;

/** Lets a bolt that holds inputs process them in time. Confined to the thread of the task's executor. */
final class Holding implements HoldingPart, InputPart, TurnPart {

    private final BoltTask task;
    private HeldInputs held;
    private boolean heldNone;

    Holding(BoltTask task) {
        this.task = task;
    }

    @Override
    public boolean made(Component instance, TaskRestore from) {
        if (!(instance instanceof HoldsInputs bolt) || !bolt.holdsInputs()) {
            return false;
        }
        held = new HeldInputs(bolt, task::restart);
        return true;
    }

    @Override
    public int mostInputs(int budget) {
        return HeldInputs.MOST_PER_TURN;
    }

    @Override
    public int begin(long now, int budget) {
        held.begin(now, task.inbox().size());
        return 0;
    }

    @Override
    public boolean endsTurn(long now) {
        return held.executed(now, task.inbox().size());
    }

    /** Releases a batch whose time has come when no input waits that can be added to it. */
    @Override
    public int work(long now, int budget) {
        boolean waits = !task.inbox().isEmpty() && task.mayTakeInput();
        if (!task.sender().isEmpty() || task.host().isEnding() || !held.isDue(now, waits)) {
            return 0;
        }
        release();
        return 1;
    }

    @Override
    public void release() {
        if (held.holdsAny()) {
            task.counts();
            try {
                task.call(held.release());
            } catch (Throwable e) {
                task.failure("execute", e);
            }
        }
    }

    @Override
    public void admitted(DataTuple tuple) {
        heldNone = !held.holdsAny();
    }

    @Override
    public void executedAtOnce() {
        if (heldNone && held.holdsAny()) {
            // The executor must learn the deadline
            task.ready();
        }
    }

    @Override
    public long deadline(boolean blocked) {
        return blocked ? NEVER : held.deadline();
    }

    boolean holdsAny() {
        return held.holdsAny();
    }
}
