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
 * The windows that upstream bolts have made. The key includes {@code from} and {@code to}, so each key has one window.
 * Confined to the task's thread.
 */
final class SameWindows implements WindowKind {

    /** The window of the key, which is one row. */
    private static final StateSpec<ValueState<Object>> WINDOW = StateSpec.value("window", Object.class);

    // The longs of a row after the beginning
    private static final int TO = 1;
    private static final int HEADS = 2;

    private KeyRows window;
    private WindowClock clock;
    private WindowAggregates aggregates;
    private final OpenWindows open = new OpenWindows(1);

    @Override
    public int heads() {
        return HEADS;
    }

    @Override
    public List<StateSpec<?>> states() {
        return List.of(WINDOW);
    }

    @Override
    public void open(TaskContext context, WindowClock by, WindowAggregates all) {
        window = new KeyRows(context.state(WINDOW), all);
        clock = by;
        aggregates = all;
        open.showCount(context, "windows.open");
        open.showOldest(context, "windows", by::passed);
    }

    @Override
    public StateSpec<?> counted() {
        return WINDOW;
    }

    @Override
    public void restored() {
        WindowRows rows = window.get();
        open.opened(rows.from(0), 1);
        clock.at(rows.head(0, TO) - 1);
    }

    @Override
    public boolean add(Tuple input, Results out) {
        long to = clock.time(input);
        // The watermark that ended the upstream window comes after all of its results
        if (to - 1 <= clock.passed()) {
            return false;
        }
        WindowRows rows = window.change();
        aggregates.read(rows, rows == null ? -1 : 0, input);
        if (rows == null) {
            long from = input.getLong(WindowBolt.FROM);
            rows = window.begin(from);
            rows.head(0, TO, to);
            open.opened(from, 1);
            clock.at(to - 1);
        } else {
            rows.add(0);
        }
        return true;
    }

    @Override
    public long emittedAt(long time) {
        return time - 1 <= clock.passed() ? EmitsLater.NEVER : time - 1;
    }

    @Override
    public void passed(long millis, Results out) {
        WindowRows rows = window.get();
        if (rows != null) {
            // Count before the emission, which may throw
            open.closed(rows.from(0), 1);
            window.clear();
            out.emit(rows.from(0), rows.head(0, TO), rows, 0);
        }
    }

    @Override
    public void early(Results out) {
        WindowRows rows = window.get();
        if (rows != null) {
            out.emit(rows.from(0), rows.head(0, TO), rows, 0);
        }
    }
}
