// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import io.millrace.api.state.ValueState;

/** The state of a kind of windows with the rows of each key. Confined to the task's thread. */
final class KeyRows {

    private final ValueState<Object> state;
    private final WindowAggregates aggregates;

    KeyRows(ValueState<Object> state, WindowAggregates aggregates) {
        this.state = state;
        this.aggregates = aggregates;
    }

    /** Returns the rows of the current key, to be read only; null if there are none. */
    WindowRows get() {
        Object value = state.get();
        if (value == null) {
            return null;
        }
        return value instanceof WindowRows rows ? rows.with(aggregates) : WindowRows.of(value, aggregates);
    }

    /** Returns the rows of the current key, which may be changed; null if there are none. */
    WindowRows change() {
        Object value = state.change();
        if (value == null) {
            return null;
        }
        if (value instanceof WindowRows rows) {
            return rows.with(aggregates);
        }
        // The rows are as a snapshot had them
        WindowRows rows = WindowRows.of(value, aggregates);
        state.set(rows);
        return rows;
    }

    /** Sets the rows of the current key, which has none, to one that begins then, and adds the tuple that was read. */
    WindowRows begin(long from) {
        WindowRows rows = new WindowRows(aggregates);
        rows.insert(0, from);
        rows.add(0);
        // The state refuses accumulators that cannot be encoded, so they must be set by now
        state.set(rows);
        return rows;
    }

    void clear() {
        state.clear();
    }
}
