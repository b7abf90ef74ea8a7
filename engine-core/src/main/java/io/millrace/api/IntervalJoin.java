package io.millrace.api;

import io.millrace.api.config.Units;
import io.millrace.api.error.TopologyException;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import java.time.Duration;
import java.util.List;

/**
 * A bolt that joins two streams by key and event time, see {@link Bolts#join}. Immutable: each method that sets something returns another bolt.
 *
 * <p>Each pair is emitted once, when the later of its two tuples comes. A tuple is kept until the watermark has passed all times that can be
 * joined with it.
 */
public final class IntervalJoin implements StatefulBolt, CountsRestored {

    private static final long serialVersionUID = 1L;

    private static final Duration MOST = Duration.ofDays(3_650);

    private final String left;
    private final String right;
    private final long beforeMillis;
    private final long afterMillis;
    private final String leftTime;
    private final String rightTime;
    private final Fields leftFields;
    private final Fields rightFields;

    private transient JoinSide lefts;
    private transient JoinSide rights;
    private transient WindowClock leftClock;
    private transient WindowClock rightClock;
    private transient Counter late;

    IntervalJoin(String left, String right, Duration before, Duration after) {
        this(left, right, millis("before", before), millis("after", after), null, null, null, null);
        check(left != null && right != null && !left.equals(right), "it joins two components: name both");
    }

    private IntervalJoin(
            String left,
            String right,
            long beforeMillis,
            long afterMillis,
            String leftTime,
            String rightTime,
            Fields leftFields,
            Fields rightFields) {
        this.left = left;
        this.right = right;
        this.beforeMillis = beforeMillis;
        this.afterMillis = afterMillis;
        this.leftTime = leftTime;
        this.rightTime = rightTime;
        this.leftFields = leftFields;
        this.rightFields = rightFields;
    }

    private static long millis(String what, Duration time) {
        check(
                time != null && !time.isNegative() && time.compareTo(MOST) <= 0,
                "the time " + what + " is " + (time == null ? "null" : Units.duration(time)) + ": take 0 s to "
                        + Units.duration(MOST));
        return time.toMillis();
    }

    private static void check(boolean holds, String mistake) {
        if (!holds) {
            throw new TopologyException("a bolt that joins: " + mistake);
        }
    }

    /** Names the fields of the event times of the left and of the right tuples. Must be called. */
    public IntervalJoin eventTime(String ofLeft, String ofRight) {
        check(ofLeft != null && ofRight != null, "the field of an event time is null: name both");
        return new IntervalJoin(left, right, beforeMillis, afterMillis, ofLeft, ofRight, leftFields, rightFields);
    }

    /** Names the fields of the left tuple that are emitted, and kept. */
    public IntervalJoin left(String... fields) {
        return new IntervalJoin(
                left, right, beforeMillis, afterMillis, leftTime, rightTime, Fields.of(fields), rightFields);
    }

    /** Names the fields of the right tuple that are emitted behind those of the left one, and kept. */
    public IntervalJoin right(String... fields) {
        return new IntervalJoin(
                left, right, beforeMillis, afterMillis, leftTime, rightTime, leftFields, Fields.of(fields));
    }

    @Override
    public List<StateSpec<?>> states() {
        return List.of(JoinSide.ROWS.get(0), JoinSide.COUNTS.get(0), JoinSide.ROWS.get(1), JoinSide.COUNTS.get(1));
    }

    @Override
    public void declareOutputs(OutputDeclarer out) {
        check(leftTime != null, "it knows no event times: call eventTime");
        check(
                leftFields != null && rightFields != null,
                "it emits nothing of the " + (leftFields == null ? "left" : "right") + " tuples: name fields");
        String[] fields = new String[leftFields.size() + rightFields.size()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = i < leftFields.size()
                    ? leftFields.names().get(i)
                    : rightFields.names().get(i - leftFields.size());
        }
        out.declare(fields);
    }

    @Override
    public void prepare(TaskContext context) {
        long length = beforeMillis + afterMillis + 1;
        OpenWindows kept = new OpenWindows(length);
        lefts = new JoinSide(context, 0, leftFields, length, afterMillis, kept);
        rights = new JoinSide(context, 1, rightFields, length, beforeMillis, kept);
        leftClock = new WindowClock(context.timers(), leftTime);
        rightClock = new WindowClock(context.timers(), rightTime);
        late = context.counter("late");
        kept.showCount(context, "join.kept");
        kept.showOldest(context, "join", leftClock::passed);
    }

    @Override
    public List<StateSpec<?>> counted() {
        return List.of(JoinSide.COUNTS.get(0), JoinSide.COUNTS.get(1));
    }

    @Override
    public void restored(StateSpec<?> state) {
        (state.equals(JoinSide.COUNTS.get(0)) ? lefts : rights).restored();
    }

    @Override
    public void execute(Tuple input, Emitter out) {
        if (input.isTick()) {
            return;
        }
        if (input.sourceComponent().equals(left)) {
            take(input, leftClock, lefts, rights, beforeMillis, afterMillis, (own, other) -> emit(own, other, out));
        } else if (input.sourceComponent().equals(right)) {
            take(input, rightClock, rights, lefts, afterMillis, beforeMillis, (own, other) -> emit(other, own, out));
        } else {
            throw new IllegalArgumentException("it joins '" + left + "' and '" + right + "', and got a tuple of '"
                    + input.sourceComponent() + "': subscribe to those two alone");
        }
    }

    private interface Pair {
        void emit(List<?> own, List<?> other);
    }

    private void take(
            Tuple input, WindowClock clock, JoinSide own, JoinSide other, long earlier, long later, Pair pairs) {
        long time = clock.time(input);
        if (time <= clock.passed()) {
            late.add(1);
            return;
        }
        List<?> row = own.add(time, input, clock);
        other.between(time - earlier, time + later, match -> pairs.emit(row, match));
    }

    private void emit(List<?> ofLeft, List<?> ofRight, Emitter out) {
        Object[] values = new Object[leftFields.size() + rightFields.size()];
        // Behind the time of each row
        for (int i = 0; i < values.length; i++) {
            values[i] = i < leftFields.size() ? ofLeft.get(i + 1) : ofRight.get(i - leftFields.size() + 1);
        }
        out.emit(values);
    }

    @Override
    public void onTimer(TimerEvent timer, Emitter out) {
        lefts.passed(timer.millis());
        rights.passed(timer.millis());
    }
}
