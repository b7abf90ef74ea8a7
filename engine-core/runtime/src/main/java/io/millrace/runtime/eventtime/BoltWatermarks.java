// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.eventtime;

import io.millrace.api.Component;
import io.millrace.api.HoldsWatermarks;
import io.millrace.runtime.buffering.WatermarkHold;
import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.InputPart;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.task.TaskRestore;
import io.millrace.runtime.task.TurnPart;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Watermark;
import java.util.ArrayDeque;

/**
 * The event time of a bolt task. A watermark passes when all timers up to it have fired; inputs behind it wait until
 * then. Confined to the thread of the task's executor.
 */
public final class BoltWatermarks implements InputPart, TurnPart {

    private final BoltTask task;
    private final InputWatermarks inputs;

    /** The timers of the bolt; those of a bolt without states hold nothing back. */
    private EventTimers timers = EventTimers.NONE;

    /** The watermark whose timers fire; null if none do. */
    private DataTuple passing;

    /** The bolt's hold on watermarks, which lets one pass when the bolt has emitted its results. */
    private HoldsWatermarks gate;

    /** The watermarks that the bolt holds. */
    private final ArrayDeque<DataTuple> held = new ArrayDeque<>();

    BoltWatermarks(BoltTask task, TaskSet sources) {
        this.task = task;
        this.inputs = new InputWatermarks(sources);
    }

    @Override
    public boolean made(Component instance, TaskRestore from) {
        gate = WatermarkHold.of(instance, task::restart);
        timers = task.part(EventTimers.class).orElse(EventTimers.NONE);
        inputs.restore(timers.restoredWatermark());
        task.context().show("event.time.watermark.millis", this::watermarkMillis);
        task.context().show("event.time.lag.seconds", this::lagSeconds);
        task.context().show("event.time.held.by.task", inputs::slowest);
        return true;
    }

    @Override
    public boolean admits(DataTuple tuple) {
        return passing == null && tuple.stream() != Watermark.STREAM;
    }

    @Override
    public int take(DataTuple tuple, long now, int budget) {
        return tuple.stream() == Watermark.STREAM ? received(tuple, budget) : 0;
    }

    /** Returns whether inputs must wait behind a watermark that passes. */
    @Override
    public boolean closesInbox() {
        return passing != null;
    }

    @Override
    public boolean isReady() {
        return passing != null;
    }

    @Override
    public int begin(long now, int budget) {
        return passing == null || task.host().isEnding() ? 0 : goOn(budget);
    }

    /**
     * Returns the event time in milliseconds; -1 if none is known, a time that never comes if all sources have ended.
     */
    private double watermarkMillis() {
        long current = inputs.current();
        return current == Watermark.NONE ? -1 : current;
    }

    /** Returns by how much event time is behind the clock of the node; -1 if no event time is known. */
    private double lagSeconds() {
        long current = inputs.current();
        if (current == Watermark.NONE) {
            return -1;
        }
        return current == Watermark.END ? 0 : (task.host().wallMillis() - current) / 1e3;
    }

    /**
     * Takes the next watermark. No other watermark is passing, and the outbox is empty.
     *
     * @return number of watermarks and timers
     */
    private int received(DataTuple watermark, int budget) {
        if (!inputs.received(watermark.sourceTask(), Watermark.millis(watermark))) {
            over(watermark);
            return 1;
        }
        timers.advance(inputs.current());
        passing = watermark;
        return 1 + goOn(budget);
    }

    /** Returns whether a watermark has come that has not passed. */
    public boolean holdsAny() {
        return passing != null || !held.isEmpty();
    }

    /** Fires timers, and lets the watermark pass when all have fired. Returns the number of watermarks and timers. */
    private int goOn(int budget) {
        int fired = task.sender().isEmpty() ? timers.fire(budget) : 0;
        if (task.sender().isEmpty() && !timers.hasDue()) {
            long millis = inputs.output();
            held.add(passing);
            passing = null;
            gate.watermark(() -> letPass(millis));
            return fired + 1;
        }
        return fired;
    }

    private void letPass(long millis) {
        send(task, millis);
        over(held.remove());
    }

    /** Counts a watermark as received, after its timers, as the topology has not completed while they fire. */
    private void over(DataTuple watermark) {
        task.host().counters().addReceived(watermark.arrivedBy());
    }

    /** Drops the watermarks that have not passed. */
    @Override
    public void drop() {
        if (passing != null) {
            over(passing);
            passing = null;
        }
        held.forEach(this::over);
        held.clear();
    }

    /** Sends the event time to each task downstream, behind all that was emitted before. */
    static void send(Task from, long millis) {
        TaskSet downstream = from.sender().downstream();
        for (int i = 0; i < downstream.size(); i++) {
            int target = downstream.task(i);
            if (!from.host().graph().insideCycle(from.id(), target)) {
                Object[] values = Watermark.values(millis);
                from.sender()
                        .sendOfEngine(
                                new DataTuple(Watermark.STREAM, from.id(), target, DataTuple.UNKNOWN_TIME, values));
            }
        }
        from.sender().endEmission();
    }
}
