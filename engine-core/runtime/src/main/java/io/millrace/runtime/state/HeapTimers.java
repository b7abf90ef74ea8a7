// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.api.state.TimerEvent;
import io.millrace.api.state.Timers;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The timers of a task. Confined to its thread. */
final class HeapTimers implements Timers {

    private final String byKey;
    private final CurrentKey current;
    private final LongSupplier wallMillis;
    private final TimerQueue times;
    private final TimerQueue eventTimes;
    private final TimerBuckets timesOutside = new TimerBuckets();
    private final TimerBuckets eventTimesOutside = new TimerBuckets();
    private long watermark = Long.MIN_VALUE;

    HeapTimers(String where, CurrentKey current, Changes changes, LongSupplier wallMillis) {
        this.byKey = where + ": timers are";
        this.current = current;
        this.wallMillis = wallMillis;
        this.times = new TimerQueue(changes);
        this.eventTimes = new TimerQueue(changes);
    }

    TimerQueue times() {
        return times;
    }

    TimerQueue eventTimes() {
        return eventTimes;
    }

    @Override
    public long now() {
        return wallMillis.getAsLong();
    }

    @Override
    public long watermark() {
        return watermark;
    }

    @Override
    public void atTime(long millis) {
        times.add(timer(millis));
    }

    @Override
    public void atEventTime(long millis) {
        eventTimes.add(timer(millis));
    }

    @Override
    public void atTimeOutsideSnapshots(long millis) {
        addOutside(timesOutside, millis);
    }

    @Override
    public void atEventTimeOutsideSnapshots(long millis) {
        addOutside(eventTimesOutside, millis);
    }

    /** Removes the timers that captures do not contain: the task's successor sets them again, as after a restore. */
    void removeOutside() {
        timesOutside.clear();
        eventTimesOutside.clear();
    }

    private void addOutside(TimerBuckets buckets, long millis) {
        current.require(byKey);
        buckets.add(current, millis);
    }

    @Override
    public void removeTime(long millis) {
        times.remove(timer(millis));
    }

    @Override
    public void removeEventTime(long millis) {
        eventTimes.remove(timer(millis));
    }

    private KeyTimer timer(long millis) {
        current.require(byKey);
        return new KeyTimer(current.key(), current.hash(), millis);
    }

    /** Returns when the next timer by the time of day is due; {@link Long#MAX_VALUE} for never. */
    long nextTime() {
        return Math.min(times.firstMillis(), timesOutside.firstMillis());
    }

    /** Returns when the next timer by event time is due; {@link Long#MAX_VALUE} for never. */
    long nextEventTime() {
        return Math.min(eventTimes.firstMillis(), eventTimesOutside.firstMillis());
    }

    int fire(long millis, int most, Consumer<TimerEvent> handler) {
        return fire(times, timesOutside, false, millis, most, handler);
    }

    /** Sets the event time of loaded states. */
    void beginAt(long millis) {
        watermark = Math.max(watermark, millis);
    }

    int advanceWatermark(long millis, int most, Consumer<TimerEvent> handler) {
        watermark = Math.max(watermark, millis);
        return fire(eventTimes, eventTimesOutside, true, watermark, most, handler);
    }

    private int fire(
            TimerQueue queue,
            TimerBuckets outside,
            boolean eventTime,
            long millis,
            int most,
            Consumer<TimerEvent> handler) {
        int fired = 0;
        try {
            while (fired < most && !(queue.isEmpty() && outside.isEmpty())) {
                long due = Math.min(queue.firstMillis(), outside.firstMillis());
                if (due > millis) {
                    break;
                }
                fired++;
                if (!queue.isEmpty() && queue.firstMillis() == due) {
                    current.set(queue.take());
                } else {
                    outside.take(current);
                }
                handler.accept(new TimerEvent(Keys.fields(current.key(), current.fields()), due, eventTime));
            }
        } finally {
            if (fired > 0) {
                current.none("the timer's call is over");
            }
        }
        return fired;
    }
}
