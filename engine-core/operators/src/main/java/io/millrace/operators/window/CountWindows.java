// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import io.millrace.api.EmitsLater;
import io.millrace.api.Results;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import java.util.List;

/**
 * Windows of a number of tuples. {@code from} and {@code to} are numbers of tuples of the key, from 0. Confined to the
 * task's thread.
 */
final class CountWindows implements WindowKind {

    /** The open window of the key, which is one row. */
    private static final StateSpec<ValueState<Object>> OPEN = StateSpec.value("open", Object.class);

    private static final StateSpec<ValueState<Long>> TUPLES = StateSpec.value("tuples", Long.class);

    private final long size;
    private KeyRows open;
    private ValueState<Long> tuples;
    private WindowAggregates aggregates;
    private final OpenWindows begun = new OpenWindows(1);

    CountWindows(Windows windows) {
        this.size = windows.count();
    }

    @Override
    public int heads() {
        return 1;
    }

    @Override
    public List<StateSpec<?>> states() {
        return List.of(OPEN, TUPLES);
    }

    @Override
    public void open(TaskContext context, WindowClock clock, WindowAggregates all) {
        open = new KeyRows(context.state(OPEN), all);
        tuples = context.state(TUPLES);
        aggregates = all;
        begun.showCount(context, "windows.open");
    }

    @Override
    public StateSpec<?> counted() {
        return OPEN;
    }

    @Override
    public void restored() {
        begun.opened(0, 1);
    }

    @Override
    public boolean add(Tuple input, Results out) {
        WindowRows rows = open.change();
        aggregates.read(rows, rows == null ? -1 : 0, input);
        long count = tuples.getOr(0L) + 1;
        if (rows == null) {
            rows = open.begin(count - 1);
            begun.opened(0, 1);
        } else {
            rows.add(0);
        }
        tuples.set(count);
        if (count % size == 0) {
            open.clear();
            begun.closed(0, 1);
            out.emit(count - size, count, rows, 0);
        }
        return true;
    }

    @Override
    public long emittedAt(long time) {
        return EmitsLater.NEVER;
    }

    @Override
    public void passed(long millis, Results out) {}

    @Override
    public void early(Results out) {
        WindowRows rows = open.get();
        if (rows != null) {
            long count = tuples.get();
            out.emit(count - count % size, count, rows, 0);
        }
    }
}
