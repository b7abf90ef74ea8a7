// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state.task;

import io.millrace.api.Component;
import io.millrace.api.CountsRestored;
import io.millrace.api.Emitter;
import io.millrace.api.Stateful;
import io.millrace.api.state.TimerEvent;
import io.millrace.runtime.eventtime.EventTimers;
import io.millrace.runtime.state.StatesFactory;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.CallPart;
import io.millrace.runtime.task.TaskRestore;
import io.millrace.runtime.task.TurnPart;
import io.millrace.runtime.tuple.DataTuple;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The states and timers of a bolt task. Confined to the thread of its executor. */
public final class BoltStates implements CallPart, TurnPart, EventTimers {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final BoltTask task;
    private final StatesFactory factory;
    private Stateful bolt;
    private TaskStates content;
    private final KeyFields keys;
    private final Emitter out;

    /** The time of the next timer that the executor knows. */
    private long known = NEVER;

    private long watermark = Long.MIN_VALUE;

    /** The watermark that timers know. */
    private long told = Long.MIN_VALUE;

    BoltStates(BoltTask task, StatesFactory factory) {
        this.task = task;
        this.factory = factory;
        this.keys = new KeyFields(task.context().spec());
        this.out = task.timerEmitter();
    }

    /** Makes the states that an instance declares, with the content of a snapshot. */
    @Override
    public boolean made(Component instance, TaskRestore from) {
        if (!(instance instanceof Stateful stateful)) {
            return false;
        }
        bolt = stateful;
        if (from.reusable() == null) {
            content = read(from);
        } else {
            content = from.reusable();
            content.goOnWith(task.host().codec());
        }
        content.noKey("there is no input");
        task.context().states(content);
        task.context().show("state.bytes", content::bytes);
        return true;
    }

    private TaskStates read(TaskRestore from) {
        TaskStates content =
                factory.make(task.context().spec(), bolt, task.host().codec(), task.host()::wallMillis);
        List<ByteBuffer> others = new ArrayList<>();
        for (TaskRestore.Block block : from.blocks()) {
            if (block.partition() == TaskRestore.OF_ANOTHER_TASK) {
                others.add(block.bytes());
            } else {
                content.load(block.partition(), block.bytes());
            }
        }
        content.beginAtTimeOf(others);
        return content;
    }

    /** Lets the instance count the restored keys. */
    @Override
    public void opened(TaskRestore from) {
        if (bolt instanceof CountsRestored counts && from.hasStates()) {
            counts.counted().forEach(state -> content.forEachKey(state, () -> counts.restored(state)));
            content.noKey("there is no input");
        }
    }

    public TaskStates content() {
        return content;
    }

    /** Sets the current key to that of an input. */
    @Override
    public void begins(DataTuple tuple) {
        keys.enter(tuple, content);
    }

    @Override
    public void beginsCommand() {
        content.noKey("a command has no input");
    }

    /**
     * Makes the task ready for an earlier timer, or one that is due, as the executor does not always run the task then.
     */
    @Override
    public void ends(DataTuple tuple) {
        long next = content.nextTime();
        if (next < known || hasDue()) {
            known = Math.min(known, next);
            task.ready();
        }
    }

    @Override
    public boolean isReady() {
        return hasDue();
    }

    @Override
    public int work(long now, int budget) {
        return task.sender().isEmpty() && !task.host().isEnding() ? fireTimers(budget) + fire(budget) : 0;
    }

    /** Fires timers that are due by the time of day. Returns how many. */
    private int fireTimers(int most) {
        known = content.nextTime();
        if (known == NEVER) {
            return 0;
        }
        int fired = content.fire(task.host().wallMillis(), most, this::fire);
        known = content.nextTime();
        return fired;
    }

    @Override
    public long restoredWatermark() {
        return content.timers().watermark();
    }

    @Override
    public void advance(long millis) {
        watermark = Math.max(watermark, millis);
        task.ready();
    }

    @Override
    public boolean hasDue() {
        long next = content.nextEventTime();
        return next <= watermark && next != NEVER;
    }

    @Override
    public int fire(int most) {
        return told == watermark && !hasDue() ? 0 : fireEventTimers(most);
    }

    private int fireEventTimers(int most) {
        told = watermark;
        return content.advanceWatermark(watermark, most, this::fire);
    }

    private void fire(TimerEvent timer) {
        task.beginTimer(content.currentKey(), timer.millis());
        try {
            task.call(() -> bolt.onTimer(timer, out));
        } catch (Throwable e) {
            task.failure("onTimer", e);
        }
    }

    /** Returns when the next timer is due, by the clock of tasks. */
    @Override
    public long deadline(boolean blocked) {
        if (blocked) {
            return NEVER;
        }
        long next = content.nextTime();
        if (next == NEVER) {
            return NEVER;
        }
        long left = Math.max(0, next - task.host().wallMillis());
        return left > NEVER / 2 / NANOS_PER_MILLI ? NEVER : task.host().nanoTime() + left * NANOS_PER_MILLI;
    }
}
