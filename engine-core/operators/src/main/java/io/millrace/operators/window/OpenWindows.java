// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import io.millrace.api.TaskContext;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Counts the open windows of all keys of a task by their beginnings, for its gauges. Confined to the task's thread. */
final class OpenWindows {

    private static final double UNKNOWN = -1;
    private static final double MILLIS = 1e3;

    private final long grainMillis;
    private final TreeMap<Long, long[]> byStart = new TreeMap<>();
    private long open;

    /**
     * The count that was changed last, as many keys in a row open and close windows of the same beginning; null if it
     * is not there any more.
     */
    private long[] last;

    private long lastStart;

    /** @param grainMillis the unit to whose multiples beginnings are rounded down, so that memory is bounded */
    OpenWindows(long grainMillis) {
        this.grainMillis = Math.max(1, grainMillis);
    }

    void opened(long start, long count) {
        open += count;
        if (!isOfLast(start)) {
            lastStart = rounded(start);
            last = byStart.computeIfAbsent(lastStart, none -> new long[1]);
        }
        last[0] += count;
    }

    void closed(long start, long count) {
        open -= count;
        if (!isOfLast(start)) {
            lastStart = rounded(start);
            last = byStart.get(lastStart);
        }
        if (last != null) {
            last[0] -= count;
            if (last[0] <= 0) {
                byStart.remove(lastStart);
                last = null;
            }
        }
    }

    private boolean isOfLast(long start) {
        return last != null && start - lastStart >= 0 && start - lastStart < grainMillis;
    }

    private long rounded(long start) {
        return Math.floorDiv(start, grainMillis) * grainMillis;
    }

    /** Shows the number of open windows. */
    void showCount(TaskContext context, String name) {
        context.gauge(name, () -> open);
    }

    /**
     * Shows when the oldest open window began.
     *
     * @param passed returns the time that has passed; {@link Long#MIN_VALUE} if it is not known
     */
    void showOldest(TaskContext context, String prefix, LongSupplier passed) {
        context.gauge(prefix + ".oldest.millis", this::oldest);
        context.gauge(prefix + ".oldest.age.seconds", () -> age(passed.getAsLong()));
    }

    private double oldest() {
        Map.Entry<Long, long[]> first = byStart.firstEntry();
        return first == null ? UNKNOWN : first.getKey();
    }

    private double age(long passed) {
        Map.Entry<Long, long[]> first = byStart.firstEntry();
        if (first == null || passed == Long.MIN_VALUE || passed == Long.MAX_VALUE) {
            return UNKNOWN;
        }
        return Math.max(0, passed - first.getKey()) / MILLIS;
    }
}
