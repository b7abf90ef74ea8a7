package io.millrace.api;

import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import java.util.Arrays;
import java.util.List;

/** The windows that bolts before have made. The key includes from and to, so there is one for each. Confined to the task's thread. */
final class SameWindows implements WindowKind {

    /** From, to, and the accumulator. */
    private static final StateSpec<ValueState<Object>> WINDOW = StateSpec.value("window", Object.class);

    private ValueState<Object> window;
    private WindowClock clock;
    private WindowAggregates aggregates;
    private final OpenWindows open = new OpenWindows(1);

    @Override
    public List<StateSpec<?>> states() {
        return List.of(WINDOW);
    }

    @Override
    public void open(TaskContext context, WindowClock by, WindowAggregates all) {
        window = context.state(WINDOW);
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
        open.opened(from(window.get()), 1);
    }

    private static long from(Object kept) {
        return (Long) ((List<?>) kept).get(0);
    }

    @Override
    public boolean add(Tuple input, Results out) {
        long to = clock.time(input);
        // The watermark that ended the window before comes behind all of its results
        if (to - 1 <= clock.passed()) {
            return false;
        }
        List<?> before = (List<?>) window.get();
        if (before == null) {
            clock.at(to - 1);
            open.opened(input.getLong(WindowBolt.FROM), 1);
        }
        Object accumulator = aggregates.add(before == null ? null : before.get(2), input);
        window.set(Arrays.asList(input.getLong(WindowBolt.FROM), to, accumulator));
        return true;
    }

    @Override
    public void passed(long millis, Results out) {
        early(out);
        Object kept = window.get();
        if (kept != null) {
            open.closed(from(kept), 1);
        }
        window.clear();
    }

    @Override
    public void early(Results out) {
        List<?> one = (List<?>) window.get();
        if (one != null) {
            out.emit((Long) one.get(0), (Long) one.get(1), one.get(2));
        }
    }
}
