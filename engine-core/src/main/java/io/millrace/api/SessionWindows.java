package io.millrace.api;

import io.millrace.api.state.MapState;
import io.millrace.api.state.StateSpec;
import io.millrace.api.window.Windows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Windows that end when nothing has come for a time. A late input may make one of several. Confined to the task's thread. */
final class SessionWindows implements WindowKind {

    /** By beginning: end and accumulator. */
    private static final StateSpec<MapState<Long, Object>> SESSIONS =
            StateSpec.map("sessions", Long.class, Object.class);

    /** Beginnings of sessions are counted by this share of the gap. */
    private static final long GRAINS_PER_GAP = 16;

    private final long gapMillis;
    private final long latenessMillis;

    private MapState<Long, Object> sessions;
    private WindowClock clock;
    private WindowAggregates aggregates;
    private final OpenWindows open;

    private record Session(long from, long end, Object accumulator) {

        static Session of(Long from, Object value) {
            List<?> pair = (List<?>) value;
            return new Session(from, (Long) pair.get(0), pair.get(1));
        }

        boolean touches(Session other) {
            return from <= other.end && other.from <= end;
        }
    }

    SessionWindows(Windows windows, long latenessMillis) {
        this.gapMillis = windows.sizeMillis();
        this.latenessMillis = latenessMillis;
        this.open = new OpenWindows(gapMillis / GRAINS_PER_GAP);
    }

    @Override
    public List<StateSpec<?>> states() {
        return List.of(SESSIONS);
    }

    @Override
    public void open(TaskContext context, WindowClock by, WindowAggregates all) {
        sessions = context.state(SESSIONS);
        clock = by;
        aggregates = all;
        open.showCount(context, "windows.open");
        open.showOldest(context, "windows", by::passed);
    }

    @Override
    public StateSpec<?> counted() {
        return SESSIONS;
    }

    @Override
    public void restored() {
        sessions.forEach((from, value) -> open.opened(from, 1));
    }

    private List<Session> all() {
        List<Session> all = new ArrayList<>();
        sessions.forEach((from, value) -> all.add(Session.of(from, value)));
        all.sort(Comparator.comparingLong(Session::from));
        return all;
    }

    @Override
    public boolean add(Tuple input, Results out) {
        long time = clock.time(input);
        long passed = clock.passed();
        Session merged = new Session(time, time + gapMillis, null);
        List<Session> parts = new ArrayList<>();
        boolean timed = false;
        for (Session each : all()) {
            // In the order of their beginnings, so that one that touches a part of what is merged comes after it
            if (each.touches(merged)) {
                parts.add(each);
                timed |= each.end - 1 > passed;
                merged = new Session(
                        Math.min(merged.from, each.from),
                        Math.max(merged.end, each.end),
                        aggregates.merge(merged.accumulator, each.accumulator));
            }
        }
        if (merged.end - 1 + latenessMillis <= passed) {
            return false;
        }
        boolean grows = parts.size() == 1 && parts.get(0).from == merged.from;
        if (!grows) {
            for (Session each : parts) {
                sessions.remove(each.from);
                open.closed(each.from, 1);
            }
            open.opened(merged.from, 1);
        }
        Object accumulator = aggregates.add(merged.accumulator, input);
        sessions.put(merged.from, List.of(merged.end, accumulator));
        if (merged.end - 1 <= passed) {
            out.emit(merged.from, merged.end, accumulator);
            keepLate(merged);
        } else if (!timed) {
            // A part that is open has a timer, which sets another one when it finds that the session goes on
            clock.at(merged.end - 1);
        }
        return true;
    }

    /** Lets a session that has been emitted go when its lateness has passed. */
    private void keepLate(Session emitted) {
        if (latenessMillis > 0) {
            clock.at(emitted.end - 1 + latenessMillis);
        }
    }

    @Override
    public void passed(long millis, Results out) {
        for (Session each : all()) {
            if (each.end - 1 == millis) {
                out.emit(each.from, each.end, each.accumulator);
                keepLate(each);
            } else if (each.from <= millis && millis < each.end - 1) {
                clock.at(each.end - 1);
            }
            if (each.end - 1 + latenessMillis <= millis) {
                sessions.remove(each.from);
                open.closed(each.from, 1);
            }
        }
    }

    @Override
    public void early(Results out) {
        long passed = clock.passed();
        for (Session each : all()) {
            if (each.end - 1 > passed) {
                out.emit(each.from, each.end, each.accumulator);
            }
        }
    }
}
