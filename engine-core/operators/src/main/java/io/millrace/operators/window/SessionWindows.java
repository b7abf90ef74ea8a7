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
 * Windows that end when no tuple has come for a time. A late input may join several. Each has one timer, which sets
 * another one when it finds that the session goes on; a timer that is no longer the session's has no effect. Confined
 * to the task's thread.
 */
final class SessionWindows implements WindowKind {

    /** The rows are sessions, which do not overlap. */
    private static final StateSpec<ValueState<Object>> SESSIONS = StateSpec.value("sessions", Object.class);

    // The longs of a row
    private static final int FROM = 0;
    private static final int END = 1;
    private static final int TIMER = 2;
    private static final int HEADS = 3;

    private static final long NONE = Long.MAX_VALUE;

    /** The number of parts of the gap by which beginnings of sessions are counted. */
    private static final long GRAINS_PER_GAP = 16;

    private final long gapMillis;
    private final long latenessMillis;
    private final OpenWindows open;

    private KeyRows sessions;
    private WindowClock clock;
    private WindowAggregates aggregates;

    /** The rows of a session that is joined from others. */
    private WindowRows joined;

    SessionWindows(Windows windows, long latenessMillis) {
        this.gapMillis = windows.sizeMillis();
        this.latenessMillis = latenessMillis;
        this.open = new OpenWindows(gapMillis / GRAINS_PER_GAP);
    }

    @Override
    public int heads() {
        return HEADS;
    }

    @Override
    public List<StateSpec<?>> states() {
        return List.of(SESSIONS);
    }

    @Override
    public void open(TaskContext context, WindowClock by, WindowAggregates all) {
        sessions = new KeyRows(context.state(SESSIONS), all);
        clock = by;
        aggregates = all;
        joined = new WindowRows(all);
        joined.insert(0, 0);
        open.showCount(context, "windows.open");
        open.showOldest(context, "windows", by::passed);
    }

    @Override
    public StateSpec<?> counted() {
        return SESSIONS;
    }

    @Override
    public void restored() {
        WindowRows rows = sessions.get();
        for (int row = 0; row < rows.size(); row++) {
            open.opened(rows.from(row), 1);
            clock.at(rows.head(row, TIMER));
        }
    }

    @Override
    public boolean add(Tuple input, Results out) {
        long time = clock.time(input);
        long passed = clock.passed();
        WindowRows rows = sessions.change();
        int first = rows == null ? 0 : firstEndingBehind(rows, time);
        int behind = first;
        long from = time;
        long end = time + gapMillis;
        long timer = NONE;
        while (rows != null && behind < rows.size() && rows.from(behind) < time + gapMillis) {
            from = Math.min(from, rows.from(behind));
            end = Math.max(end, rows.head(behind, END));
            if (rows.head(behind, END) - 1 > passed) {
                timer = Math.min(timer, rows.head(behind, TIMER));
            }
            behind++;
        }
        if (end - 1 + latenessMillis <= passed) {
            return false;
        }
        if (behind == first) {
            aggregates.read(rows, -1, input);
            if (rows == null) {
                rows = sessions.begin(from);
            } else {
                rows.add(rows.insert(first, from));
            }
            open.opened(from, 1);
        } else {
            if (behind == first + 1 && rows.from(first) == from) {
                aggregates.read(rows, first, input);
            } else {
                join(rows, first, behind, from, input);
            }
            rows.add(first);
        }
        rows.head(first, END, end);
        if (end - 1 <= passed) {
            // Set the timer before the emission, which may throw
            setTimer(rows, first, end - 1 + latenessMillis);
            out.emit(from, end, rows, first);
        } else if (timer == NONE) {
            setTimer(rows, first, end - 1);
        } else {
            // The timer finds that the session goes on
            rows.head(first, TIMER, timer);
        }
        return true;
    }

    /**
     * Returns the first session that ends after a time. A session that ends at that time has had no tuple for the whole
     * gap, and is over.
     */
    private static int firstEndingBehind(WindowRows rows, long time) {
        int row = rows.size();
        while (row > 0 && rows.head(row - 1, END) > time) {
            row--;
        }
        return row;
    }

    /** Joins some sessions, which are in the order of their beginnings, and reads an input for the joined one. */
    private void join(WindowRows rows, int first, int behind, long from, Tuple input) {
        joined.set(0, rows, first);
        for (int row = first + 1; row < behind; row++) {
            aggregates.merge(joined, 0, rows, row);
        }
        aggregates.read(joined, 0, input);
        // All steps that may throw are done
        for (int row = first; row < behind; row++) {
            open.closed(rows.from(row), 1);
        }
        open.opened(from, 1);
        rows.remove(first + 1, behind);
        rows.set(first, joined, 0);
        rows.head(first, FROM, from);
    }

    private void setTimer(WindowRows rows, int row, long millis) {
        rows.head(row, TIMER, millis);
        clock.at(millis);
    }

    @Override
    public long emittedAt(long time) {
        long last = time + gapMillis - 1;
        return last <= clock.passed() ? EmitsLater.NEVER : last;
    }

    @Override
    public void passed(long millis, Results out) {
        WindowRows rows = sessions.change();
        try {
            int row = 0;
            while (rows != null && row < rows.size()) {
                if (rows.head(row, TIMER) == millis) {
                    row += passed(rows, row, millis, out);
                } else {
                    row++;
                }
            }
        } finally {
            if (rows != null && rows.size() == 0) {
                sessions.clear();
            }
        }
    }

    /** Handles a session's timer. Returns 0 if the session is gone, otherwise 1. */
    private int passed(WindowRows rows, int row, long millis, Results out) {
        long end = rows.head(row, END);
        if (end - 1 > millis) {
            setTimer(rows, row, end - 1);
            return 1;
        }
        boolean stays = end - 1 + latenessMillis > millis;
        if (stays) {
            setTimer(rows, row, end - 1 + latenessMillis);
        }
        try {
            if (end - 1 == millis) {
                out.emit(rows.from(row), end, rows, row);
            }
        } finally {
            if (!stays) {
                open.closed(rows.from(row), 1);
                rows.remove(row, row + 1);
            }
        }
        return stays ? 1 : 0;
    }

    @Override
    public void early(Results out) {
        WindowRows rows = sessions.get();
        for (int row = 0; rows != null && row < rows.size(); row++) {
            if (rows.head(row, END) - 1 > clock.passed()) {
                out.emit(rows.from(row), rows.head(row, END), rows, row);
            }
        }
    }
}
