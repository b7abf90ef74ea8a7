package io.millrace.api;

import io.millrace.api.state.MapState;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.api.window.Windows;
import java.util.List;

/**
 * Windows of one length. What comes goes into panes, each of which belongs to one or more windows as a whole. A pane is there until its last
 * window is gone. Confined to the task's thread.
 */
final class PaneWindows implements WindowKind {

    private static final StateSpec<MapState<Long, Object>> PANES = StateSpec.map("panes", Long.class, Object.class);

    /** The end of the next window to be emitted, which contains something. */
    private static final StateSpec<ValueState<Long>> NEXT = StateSpec.value("next", Long.class);

    private final Windows windows;
    private final long paneMillis;
    private final long latenessMillis;

    private MapState<Long, Object> panes;
    private ValueState<Long> next;
    private WindowClock clock;
    private WindowAggregates aggregates;
    private final OpenWindows open;
    private final PaneContents contents;

    PaneWindows(Windows windows, long latenessMillis) {
        this.windows = windows;
        this.paneMillis = windows.paneMillis();
        this.latenessMillis = latenessMillis;
        this.open = new OpenWindows(paneMillis);
        this.contents = new PaneContents(windows, paneMillis);
    }

    @Override
    public List<StateSpec<?>> states() {
        return List.of(PANES, NEXT);
    }

    @Override
    public void open(TaskContext context, WindowClock by, WindowAggregates all) {
        panes = context.state(PANES);
        next = context.state(NEXT);
        clock = by;
        aggregates = all;
        open.showCount(context, "windows.open");
        open.showOldest(context, "windows", by::passed);
    }

    @Override
    public StateSpec<?> counted() {
        return PANES;
    }

    @Override
    public void restored() {
        panes.forEach((pane, accumulator) -> open.opened(pane, 1));
    }

    @Override
    public boolean add(Tuple input, Results out) {
        long pane = windows.paneOf(clock.time(input), paneMillis);
        long passed = clock.passed();
        long last = windows.lastEnd(pane);
        if (last - 1 + latenessMillis <= passed) {
            return false;
        }
        Object before = panes.get(pane);
        panes.put(pane, aggregates.add(before, input));
        if (before == null) {
            open.opened(pane, 1);
        }
        long end = windows.firstEnd(pane);
        while (end <= last && end - 1 <= passed) {
            if (end - 1 + latenessMillis > passed) {
                emit(end, out);
            }
            end += windows.slideMillis();
        }
        if (end <= last) {
            await(end);
        }
        if (latenessMillis > 0) {
            clock.at(last - 1 + latenessMillis);
        }
        return true;
    }

    private void await(long end) {
        Long known = next.get();
        if (known == null || end < known) {
            next.set(end);
            clock.at(end - 1);
        }
    }

    /**
     * Emits a window if it contains something.
     *
     * @return the end of the first window behind it that contains something; {@link Long#MAX_VALUE} if there is none
     */
    private long emit(long end, Results out) {
        contents.begin(end - windows.sizeMillis());
        panes.forEach(contents);
        Object all = aggregates.merge(contents.parts());
        if (all != null) {
            out.emit(end - windows.sizeMillis(), end, all);
        }
        return contents.later() == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : Math.max(windows.firstEnd(contents.later()), end + windows.slideMillis());
    }

    @Override
    public void passed(long millis, Results out) {
        Long end = next.get();
        if (end != null && end - 1 <= millis) {
            long following = emit(end, out);
            if (latenessMillis == 0) {
                removeOf(end);
            }
            if (following == Long.MAX_VALUE) {
                next.clear();
            } else {
                next.set(following);
                clock.at(following - 1);
            }
        }
        if (latenessMillis > 0) {
            removeOf(millis + 1 - latenessMillis);
        }
    }

    /** Removes the panes whose last window ends at this time, if one does. */
    private void removeOf(long end) {
        long from = end - windows.sizeMillis();
        if (Math.floorMod(from, windows.slideMillis()) == 0) {
            for (long pane = from; pane < from + windows.slideMillis(); pane += paneMillis) {
                if (panes.remove(pane) != null) {
                    open.closed(pane, 1);
                }
            }
        }
    }

    @Override
    public void early(Results out) {
        Long end = next.get();
        while (end != null && end != Long.MAX_VALUE) {
            end = emit(end, out);
        }
    }
}
