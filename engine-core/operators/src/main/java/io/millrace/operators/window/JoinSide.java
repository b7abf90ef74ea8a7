// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import io.millrace.api.Fields;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.state.MapState;
import io.millrace.api.state.StateSpec;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The tuples of one side of a join that are kept for the current key, in buckets of time. Confined to the task's
 * thread.
 */
final class JoinSide {

    /** The rows of each side by bucket and number. A row is its time, followed by its values. */
    @SuppressWarnings("rawtypes")
    static final List<StateSpec<MapState<List, List>>> ROWS =
            List.of(StateSpec.map("left", List.class, List.class), StateSpec.map("right", List.class, List.class));

    /** The number of rows of each side by bucket. */
    static final List<StateSpec<MapState<Long, Long>>> COUNTS =
            List.of(StateSpec.map("lefts", Long.class, Long.class), StateSpec.map("rights", Long.class, Long.class));

    @SuppressWarnings("rawtypes")
    private final MapState<List, List> rows;

    private final MapState<Long, Long> counts;
    private final Fields fields;
    private final long bucketMillis;
    private final long keptMillis;
    private final OpenWindows open;

    /**
     * @param bucketMillis the length of the times that can be joined with one tuple, so that they are in two buckets at
     *     most
     * @param keptMillis the time for which a tuple is kept, by event time
     * @param open counts the tuples by the beginning of their bucket
     */
    JoinSide(TaskContext context, int side, Fields fields, long bucketMillis, long keptMillis, OpenWindows open) {
        this.open = open;
        this.rows = context.state(ROWS.get(side));
        this.counts = context.state(COUNTS.get(side));
        this.fields = fields;
        this.bucketMillis = bucketMillis;
        this.keptMillis = keptMillis;
    }

    /** Keeps the needed fields of an input. Returns its row. */
    List<?> add(long time, Tuple input, WindowClock clock) {
        Object[] row = new Object[1 + fields.size()];
        row[0] = time;
        for (int i = 0; i < fields.size(); i++) {
            row[i + 1] = input.get(fields.names().get(i));
        }
        long bucket = Math.floorDiv(time, bucketMillis);
        Long count = counts.get(bucket);
        if (count == null) {
            clock.at(lastTime(bucket));
        }
        long number = count == null ? 0 : count;
        List<?> kept = Arrays.asList(row);
        rows.put(List.of(bucket, number), kept);
        counts.put(bucket, number + 1);
        open.opened(bucket * bucketMillis, 1);
        return kept;
    }

    /** Returns the event time after which no tuple can be joined with a bucket. */
    private long lastTime(long bucket) {
        return (bucket + 1) * bucketMillis - 1 + keptMillis;
    }

    /** Calls {@code match} with each row between two times, both included. */
    void between(long from, long to, Consumer<List<?>> match) {
        for (long bucket = Math.floorDiv(from, bucketMillis); bucket <= Math.floorDiv(to, bucketMillis); bucket++) {
            Long count = counts.get(bucket);
            for (long i = 0; count != null && i < count; i++) {
                List<?> row = rows.get(List.of(bucket, i));
                long time = (Long) row.get(0);
                if (time >= from && time <= to) {
                    match.accept(row);
                }
            }
        }
    }

    /** Counts the rows of the current key, which was restored. */
    void restored() {
        counts.forEach((bucket, count) -> open.opened(bucket * bucketMillis, count));
    }

    /** Removes the rows that are over, as event time has passed this time. */
    void passed(long millis) {
        long bucket = Math.floorDiv(millis + 1 - keptMillis, bucketMillis) - 1;
        Long count = lastTime(bucket) == millis ? counts.remove(bucket) : null;
        if (count != null) {
            open.closed(bucket * bucketMillis, count);
        }
        for (long i = 0; count != null && i < count; i++) {
            rows.remove(List.of(bucket, i));
        }
    }
}
