package io.millrace.runtime.task;

import io.millrace.api.HoldsWatermarks;
import io.millrace.runtime.routing.TaskSet;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Watermark;
import java.util.ArrayDeque;

/**
 * The event time of a bolt task. A watermark passes when all timers up to it have fired; inputs behind it wait until then. Confined to the thread
 * of the task's executor.
 */
final class BoltWatermarks {

    private final BoltTask task;
    private final BoltStates states;
    private final InputWatermarks inputs;

    /** The watermark whose timers fire; null if none do. */
    private DataTuple passing;

    /** Null if the bolt does not hold any. */
    private final HoldsWatermarks gate;

    /** Those that the bolt holds. */
    private final ArrayDeque<DataTuple> held = new ArrayDeque<>();

    /** @param states null if the bolt has none */
    BoltWatermarks(BoltTask task, TaskSet sources, BoltStates states, HoldsWatermarks gate) {
        this.task = task;
        this.states = states;
        this.inputs = new InputWatermarks(sources);
        this.gate = gate;
        if (states != null) {
            inputs.restore(states.restoredWatermark());
        }
        task.context.show("event.time.watermark.millis", this::watermarkMillis);
        task.context.show("event.time.lag.seconds", this::lagSeconds);
        task.context.show("event.time.held.by.task", inputs::slowest);
    }

    /** Returns how far event time has come; -1 if nothing is known of it, a time that never comes if all sources have finished. */
    private double watermarkMillis() {
        long current = inputs.current();
        return current == Watermark.NONE ? -1 : current;
    }

    /** Returns how far event time is behind the clock of the node; -1 if nothing is known of it. */
    private double lagSeconds() {
        long current = inputs.current();
        if (current == Watermark.NONE) {
            return -1;
        }
        return current == Watermark.END ? 0 : (task.host.wallMillis() - current) / 1e3;
    }

    /**
     * Takes the next watermark. No one passes, and the outbox is empty.
     *
     * @return how much was done
     */
    int received(DataTuple watermark, int budget) {
        if (!inputs.received(watermark.sourceTask(), Watermark.millis(watermark))) {
            over(watermark);
            return 1;
        }
        if (states != null) {
            states.advanceWatermark(inputs.current());
        }
        passing = watermark;
        return 1 + goOn(budget);
    }

    /** Returns whether inputs must wait. */
    boolean isPassing() {
        return passing != null;
    }

    /** Returns whether one that has come has not passed. */
    boolean holdsAny() {
        return passing != null || !held.isEmpty();
    }

    /** Fires timers, and lets the watermark pass when all have. Returns how much was done. */
    int goOn(int budget) {
        int fired = states == null || !task.outbox.isEmpty() ? 0 : states.fireEventTimers(budget);
        if (task.outbox.isEmpty() && (states == null || !states.hasEventTimer())) {
            DataTuple done = passing;
            passing = null;
            if (gate == null) {
                task.sender.sendWatermark(inputs.output());
                over(done);
            } else {
                long millis = inputs.output();
                held.add(done);
                gate.watermark(() -> letPass(millis));
            }
            return fired + 1;
        }
        return fired;
    }

    private void letPass(long millis) {
        task.sender.sendWatermark(millis);
        over(held.remove());
    }

    /** It is counted now, as the topology has not completed while its timers fire. */
    private void over(DataTuple watermark) {
        task.host.counters().addReceived(watermark.arrivedBy());
    }

    /** Drops the watermarks that have not passed. */
    void drop() {
        if (passing != null) {
            over(passing);
            passing = null;
        }
        held.forEach(this::over);
        held.clear();
    }
}
