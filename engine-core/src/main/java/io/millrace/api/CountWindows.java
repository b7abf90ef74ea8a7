package io.millrace.api;

import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.api.window.Windows;
import java.util.List;

/** Windows of a number of tuples. From and to are numbers of tuples of the key, from 0. Confined to the task's thread. */
final class CountWindows implements WindowKind {

    private static final StateSpec<ValueState<Object>> OPEN = StateSpec.value("open", Object.class);
    private static final StateSpec<ValueState<Long>> TUPLES = StateSpec.value("tuples", Long.class);

    private final long size;
    private ValueState<Object> open;
    private ValueState<Long> tuples;
    private WindowAggregates aggregates;
    private final OpenWindows begun = new OpenWindows(1);

    CountWindows(Windows windows) {
        this.size = windows.count();
    }

    @Override
    public List<StateSpec<?>> states() {
        return List.of(OPEN, TUPLES);
    }

    @Override
    public void open(TaskContext context, WindowClock clock, WindowAggregates all) {
        open = context.state(OPEN);
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
        Object before = open.get();
        Object accumulator = aggregates.add(before, input);
        long count = tuples.getOr(0L) + 1;
        tuples.set(count);
        if (count % size == 0) {
            open.clear();
            if (before != null) {
                begun.closed(0, 1);
            }
            out.emit(count - size, count, accumulator);
        } else {
            open.set(accumulator);
            if (before == null) {
                begun.opened(0, 1);
            }
        }
        return true;
    }

    @Override
    public void passed(long millis, Results out) {}

    @Override
    public void early(Results out) {
        if (open.get() != null) {
            long count = tuples.get();
            out.emit(count - count % size, count, open.get());
        }
    }
}
