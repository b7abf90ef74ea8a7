package io.millrace.runtime.task;

import io.millrace.api.Component;
import io.millrace.api.CountsRestored;
import io.millrace.api.Emitter;
import io.millrace.api.Stateful;
import io.millrace.api.state.TimerEvent;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.tuple.DataTuple;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The states and timers of a bolt task. Confined to the thread of its executor. */
final class BoltStates {

    private static final long NEVER = Long.MAX_VALUE;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final BoltTask task;
    private final Stateful bolt;
    private final TaskStates content;
    private final KeyFields keys;
    private final Emitter out;

    /** The next timer that the executor knows of. */
    private long known = NEVER;

    private long watermark = Long.MIN_VALUE;

    /** The watermark that timers know. */
    private long told = Long.MIN_VALUE;

    private BoltStates(BoltTask task, Stateful bolt, TaskStates content) {
        this.task = task;
        this.bolt = bolt;
        this.content = content;
        this.keys = new KeyFields(task.context.spec());
        this.out = new TimerEmitter(task);
    }

    /** Makes the states that an instance declares, with the content of a snapshot; null if it declares none. */
    static BoltStates of(Component instance, BoltTask task, TaskRestore from) {
        // The test kit's wrappers implement all of these interfaces
        if (!task.context.spec().snapshots().stateful() || !(instance instanceof Stateful bolt)) {
            return null;
        }
        TaskStates content = from.kept() == null ? read(bolt, task, from) : task.host.goOnWith(from.kept());
        content.noKey("there is no input");
        task.context.states(content);
        task.context.show("state.bytes", content::bytes);
        return new BoltStates(task, bolt, content);
    }

    private static TaskStates read(Stateful bolt, BoltTask task, TaskRestore from) {
        TaskStates content = task.host.makeStates(task.context.spec(), bolt);
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

    /** The instance is prepared. Lets it count what was restored. */
    void countRestored(TaskRestore from) {
        if (bolt instanceof CountsRestored counts && from.hasStates()) {
            counts.counted().forEach(state -> content.forEachKey(state, () -> counts.restored(state)));
            content.noKey("there is no input");
        }
    }

    TaskStates content() {
        return content;
    }

    /** Sets the current key to that of an input. */
    void enter(DataTuple tuple) {
        keys.enter(tuple, content);
    }

    /** The call for an input has returned. The executor must learn of an earlier timer, or one that is due, as it does not always run the task then. */
    void leave() {
        long next = content.nextTime();
        if (next < known || hasEventTimer()) {
            known = Math.min(known, next);
            task.lookAgain();
        }
    }

    /** Fires timers that are due by the time of day. Returns how many. */
    int fireTimers(int most) {
        known = content.nextTime();
        if (known == NEVER) {
            return 0;
        }
        int fired = content.fire(task.host.wallMillis(), most, this::fire);
        known = content.nextTime();
        return fired;
    }

    /** Returns how far event time had come when the states were captured; {@link Long#MIN_VALUE} if they begin empty. */
    long restoredWatermark() {
        return content.timers().watermark();
    }

    /** Event time has reached a time; the timers that are due fire in the next turns. */
    void advanceWatermark(long millis) {
        watermark = Math.max(watermark, millis);
        task.lookAgain();
    }

    /** Returns whether a timer by event time is due. */
    boolean hasEventTimer() {
        long next = content.nextEventTime();
        return next <= watermark && next != NEVER;
    }

    /** Fires timers that are due by event time. Returns how many. */
    int fireEventTimers(int most) {
        return told == watermark && !hasEventTimer() ? 0 : advance(most);
    }

    private int advance(int most) {
        told = watermark;
        return content.advanceWatermark(watermark, most, this::fire);
    }

    private void fire(TimerEvent timer) {
        task.times().beginWithoutInput(content.currentKey(), timer.millis());
        try {
            task.call(() -> bolt.onTimer(timer, out));
        } catch (Throwable e) {
            task.failure("onTimer", e);
        }
    }

    /** Returns when the next timer is due, by the clock of tasks. */
    long deadline() {
        long next = content.nextTime();
        if (next == NEVER) {
            return NEVER;
        }
        long left = Math.max(0, next - task.host.wallMillis());
        return left > NEVER / 2 / NANOS_PER_MILLI ? NEVER : task.host.nanoTime() + left * NANOS_PER_MILLI;
    }
}
