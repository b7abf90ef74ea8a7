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
 * Windows of one length. Tuples go into panes, each of which belongs to one or more windows as a whole. A pane is kept
 * until its last window is gone. For each key a timer is set for the next non-empty window to be emitted. Confined to
 * the task's thread.
 */
final class PaneWindows implements WindowKind {

    /** The rows are panes; their next time is the end of the next window to be emitted. */
    private static final StateSpec<ValueState<Object>> PANES = StateSpec.value("panes", Object.class);

    private static final long NONE = Long.MAX_VALUE;

    /**
     * The least number of panes from which on a total is kept: fewer panes are merged faster than a total is fetched,
     * which is elsewhere in memory.
     */
    private static final int LEAST_OF_TOTAL = 16;

    private final Windows windows;
    private final long paneMillis;

    /** Whether each slide is one pane, so that ends follow from beginnings without a division. */
    private final boolean panePerSlide;

    private final long latenessMillis;
    private final OpenWindows open;

    private KeyRows panes;
    private WindowClock clock;
    private WindowAggregates aggregates;

    /**
     * Whether a result may take a kept total, instead of merging all panes. Panes that are kept for late tuples would
     * be in the total too.
     */
    private boolean mayTotal;

    /** The rows into which the panes of a window are merged. */
    private WindowRows merged;

    /** The pane of the last tuple. */
    private long lastPane;

    PaneWindows(Windows windows, long latenessMillis) {
        this.windows = windows;
        this.paneMillis = windows.paneMillis();
        this.panePerSlide = paneMillis == windows.slideMillis();
        this.latenessMillis = latenessMillis;
        this.open = new OpenWindows(paneMillis);
    }

    @Override
    public int heads() {
        return 1;
    }

    @Override
    public List<StateSpec<?>> states() {
        return List.of(PANES);
    }

    @Override
    public void open(TaskContext context, WindowClock by, WindowAggregates all) {
        panes = new KeyRows(context.state(PANES), all);
        clock = by;
        aggregates = all;
        mayTotal = all.deducts() && latenessMillis == 0 && paneMillis < windows.sizeMillis();
        merged = new WindowRows(all);
        merged.insert(0, 0);
        open.showCount(context, "windows.open");
        open.showOldest(context, "windows", by::passed);
    }

    @Override
    public StateSpec<?> counted() {
        return PANES;
    }

    @Override
    public void restored() {
        WindowRows rows = panes.get();
        for (int row = 0; row < rows.size(); row++) {
            open.opened(rows.from(row), 1);
            keepLate(rows.from(row));
        }
        if (rows.next() != NONE) {
            clock.at(rows.next() - 1);
        }
    }

    /** Lets a pane go when the lateness of its last window has passed. */
    private void keepLate(long pane) {
        if (latenessMillis > 0) {
            clock.at(lastEnd(pane) - 1 + latenessMillis);
        }
    }

    @Override
    public boolean add(Tuple input, Results out) {
        long pane = paneOf(clock.time(input));
        long passed = clock.passed();
        long last = lastEnd(pane);
        if (last - 1 + latenessMillis <= passed) {
            return false;
        }
        WindowRows rows = panes.change();
        int row = rows == null ? -1 : rows.find(pane);
        aggregates.read(rows, row, input);
        if (rows == null) {
            rows = panes.begin(pane);
        } else {
            rows.add(row < 0 ? rows.insert(-1 - row, pane) : row);
        }
        if (row < 0) {
            open.opened(pane, 1);
            keepLate(pane);
        }
        long next = firstEnd(pane);
        while (next <= last && next - 1 <= passed) {
            next += windows.slideMillis();
        }
        if (next <= last) {
            await(rows, next);
        }
        // Emit last, as an emission may throw
        for (long end = firstEnd(pane); end < next; end += windows.slideMillis()) {
            if (end - 1 + latenessMillis > passed) {
                emit(rows, end, out);
            }
        }
        return true;
    }

    /** Returns the beginning of the pane of a time, which is mostly that of the time before. */
    private long paneOf(long time) {
        long sinceLast = time - lastPane;
        if (sinceLast < 0 || sinceLast >= paneMillis) {
            lastPane = windows.paneOf(time, paneMillis);
        }
        return lastPane;
    }

    /** Returns the end of the first window that contains a pane. */
    private long firstEnd(long pane) {
        return panePerSlide ? pane + paneMillis : windows.firstEnd(pane);
    }

    /** Returns the end of the last window that contains a pane. */
    private long lastEnd(long pane) {
        return panePerSlide ? pane + windows.sizeMillis() : windows.lastEnd(pane);
    }

    private void await(WindowRows rows, long end) {
        if (end < rows.next()) {
            rows.next(end);
            clock.at(end - 1);
        }
    }

    /** Emits a window if it is not empty. */
    private void emit(WindowRows rows, long end, Results out) {
        long from = end - windows.sizeMillis();
        int only = -1;
        boolean isMerged = false;
        for (int row = 0; row < rows.size() && rows.from(row) < end; row++) {
            if (rows.from(row) < from) {
                continue;
            }
            if (only < 0) {
                only = row;
            } else {
                if (!isMerged) {
                    merged.set(0, rows, only);
                    isMerged = true;
                }
                aggregates.merge(merged, 0, rows, row);
            }
        }
        if (only >= 0) {
            out.emit(from, end, isMerged ? merged : rows, isMerged ? 0 : only);
        }
    }

    /** Returns the end of the first non-empty window after this end; {@link #NONE} if there is none. */
    private long following(WindowRows rows, long end) {
        long later = end - windows.sizeMillis() + windows.slideMillis();
        for (int row = 0; row < rows.size(); row++) {
            if (rows.from(row) >= later) {
                return Math.max(firstEnd(rows.from(row)), end + windows.slideMillis());
            }
        }
        return NONE;
    }

    @Override
    public long emittedAt(long time) {
        long pane = paneOf(time);
        long passed = clock.passed();
        for (long end = firstEnd(pane); end <= lastEnd(pane); end += windows.slideMillis()) {
            if (end - 1 > passed) {
                return end - 1;
            }
        }
        return EmitsLater.NEVER;
    }

    @Override
    public void passed(long millis, Results out) {
        WindowRows rows = panes.change();
        if (rows == null) {
            return;
        }
        long end = rows.next();
        if (end != NONE && end - 1 <= millis) {
            // Set the timer before the emission: if that throws, the later windows are emitted all the same
            long following = following(rows, end);
            rows.next(following);
            if (following != NONE) {
                clock.at(following - 1);
            }
            emitAtEnd(rows, end, millis, out);
        } else {
            removeUntil(rows, millis + 1 - latenessMillis);
        }
    }

    private void emitAtEnd(WindowRows rows, long end, long millis, Results out) {
        try {
            if (mayTotal && rows.size() >= LEAST_OF_TOTAL) {
                out.emit(end - windows.sizeMillis(), end, rows.total(end), 0);
            } else {
                emit(rows, end, out);
            }
        } finally {
            // Later ends have timers of their own
            removeUntil(rows, millis + 1 - latenessMillis);
        }
    }

    /** Removes the panes whose last windows end at this time or before. */
    private void removeUntil(WindowRows rows, long end) {
        while (rows.size() > 0 && lastEnd(rows.from(0)) <= end) {
            open.closed(rows.from(0), 1);
            rows.removeFirst();
        }
        if (rows.size() == 0) {
            panes.clear();
        }
    }

    @Override
    public void early(Results out) {
        WindowRows rows = panes.get();
        long end = rows == null ? NONE : rows.next();
        while (end != NONE) {
            emit(rows, end, out);
            end = following(rows, end);
        }
    }
}
