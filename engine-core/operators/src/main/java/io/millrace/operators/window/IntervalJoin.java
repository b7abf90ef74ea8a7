// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import io.millrace.api.ChecksInputs;
import io.millrace.api.Counter;
import io.millrace.api.CountsRestored;
import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.Names;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Units;
import io.millrace.api.error.TopologyException;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A bolt that joins two streams by key and event time, see {@code Bolts.join}. Immutable: each method that sets
 * something returns another bolt.
 *
 * <p>Each pair is emitted once, when the later of its two tuples comes. A tuple is kept until the watermark has passed
 * all times that can be joined with it.
 */
public final class IntervalJoin implements StatefulBolt, ChecksInputs, CountsRestored {

    private static final long serialVersionUID = 1L;

    private static final Duration MOST = Duration.ofDays(3_650);

    private final String left;
    private final String right;
    private final long beforeMillis;
    private final long afterMillis;
    private String leftTime;
    private String rightTime;
    private Fields leftFields;
    private Fields rightFields;
    private String lateStream;
    private Fields lateFields;

    private transient JoinSide lefts;
    private transient JoinSide rights;
    private transient WindowClock leftClock;
    private transient WindowClock rightClock;
    private transient Counter late;

    public IntervalJoin(String left, String right, Duration before, Duration after) {
        this(left, right, millis("before", before), millis("after", after));
        check(left != null && right != null && !left.equals(right), "it joins two components: name both");
    }

    private IntervalJoin(String left, String right, long beforeMillis, long afterMillis) {
        this.left = left;
        this.right = right;
        this.beforeMillis = beforeMillis;
        this.afterMillis = afterMillis;
    }

    private IntervalJoin copy() {
        IntervalJoin copy = new IntervalJoin(left, right, beforeMillis, afterMillis);
        copy.leftTime = leftTime;
        copy.rightTime = rightTime;
        copy.leftFields = leftFields;
        copy.rightFields = rightFields;
        copy.lateStream = lateStream;
        copy.lateFields = lateFields;
        return copy;
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

    /** Names the fields of the event times of the left and of the right tuples. Required. */
    public IntervalJoin eventTime(String ofLeft, String ofRight) {
        check(ofLeft != null && ofRight != null, "the field of an event time is null: name both");
        IntervalJoin copy = copy();
        copy.leftTime = ofLeft;
        copy.rightTime = ofRight;
        return copy;
    }

    /** Names the fields of the left tuple that are emitted, and kept. */
    public IntervalJoin left(String... fields) {
        IntervalJoin copy = copy();
        copy.leftFields = Fields.of(fields);
        return copy;
    }

    /** Names the fields of the right tuple that are emitted after those of the left one, and kept. */
    public IntervalJoin right(String... fields) {
        IntervalJoin copy = copy();
        copy.rightFields = Fields.of(fields);
        return copy;
    }

    /**
     * Emits tuples behind the watermark to a stream; by default they are dropped. They are counted in both cases, as
     * {@code late} of the task.
     *
     * @param fields the fields of the inputs that are emitted after {@code source}, the component from which the tuple
     *     comes; a value is null if only the other side has the field
     */
    public IntervalJoin lateTo(String stream, String... fields) {
        check(
                stream != null && fields != null && fields.length > 0,
                "the stream of late tuples is null, or has no fields: give them");
        IntervalJoin copy = copy();
        copy.lateStream = stream;
        copy.lateFields = Fields.of(fields);
        return copy;
    }

    @Override
    public void checkInputs(List<Input> inputs, Consumer<String> problems) {
        Fields key = null;
        for (Input input : inputs) {
            String source = input.subscription().source();
            boolean isLeft = source.equals(left);
            if (!isLeft && !source.equals(right)) {
                problems.accept("it joins '" + left + "' and '" + right + "', and subscribes to '" + source
                        + "': subscribe to those two alone");
                continue;
            }
            Fields own = input.groupedBy();
            if (own == null || key != null && own.size() != key.size()) {
                problems.accept("its input '" + source + "' is "
                        + (own == null
                                ? "not grouped by fields"
                                : "grouped by " + own + ", and the other one by " + key)
                        + ": group both by the fields of the key");
            }
            key = own == null ? key : own;
            input.mustHave("its event time is", Fields.of(isLeft ? leftTime : rightTime), problems);
            input.mustHave("it emits", isLeft ? leftFields : rightFields, problems);
        }
        checkLateFields(inputs, problems);
        for (String side : List.of(left, right)) {
            if (inputs.stream().noneMatch(input -> input.subscription().source().equals(side))) {
                problems.accept("it joins '" + left + "' and '" + right + "', and does not subscribe to '" + side
                        + "': subscribe by .fields(\"" + side + "\", ...)");
            }
        }
    }

    private void checkLateFields(List<Input> inputs, Consumer<String> problems) {
        for (String field : lateFields == null ? List.<String>of() : lateFields.names()) {
            if (inputs.stream().noneMatch(input -> input.fields().indexOf(field) >= 0)) {
                problems.accept("it emits late tuples with the field " + Names.quoted(field)
                        + ", which none of its inputs has: correct its name");
            }
        }
    }

    @Override
    public boolean needsEventTime() {
        return true;
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
        if (lateStream != null) {
            List<String> late = new ArrayList<>(List.of("source"));
            late.addAll(lateFields.names());
            out.declareStream(lateStream, late.toArray(String[]::new));
        }
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
            if (isLate(input, leftClock, out)) {
                return;
            }
            take(input, leftClock, lefts, rights, beforeMillis, afterMillis, (own, other) -> emit(own, other, out));
        } else if (input.sourceComponent().equals(right)) {
            if (isLate(input, rightClock, out)) {
                return;
            }
            take(input, rightClock, rights, lefts, afterMillis, beforeMillis, (own, other) -> emit(other, own, out));
        } else {
            throw new IllegalArgumentException("it joins '" + left + "' and '" + right + "', and got a tuple of '"
                    + input.sourceComponent() + "': subscribe to those two alone");
        }
    }

    private interface Pair {
        void emit(List<?> own, List<?> other);
    }

    private boolean isLate(Tuple input, WindowClock clock, Emitter out) {
        if (clock.time(input) > clock.passed()) {
            return false;
        }
        late.add(1);
        if (lateStream != null) {
            Object[] values = new Object[1 + lateFields.size()];
            values[0] = input.sourceComponent();
            for (int i = 1; i < values.length; i++) {
                String field = lateFields.names().get(i - 1);
                values[i] = input.contains(field) ? input.get(field) : null;
            }
            out.emitTo(lateStream, values);
        }
        return true;
    }

    private void take(
            Tuple input, WindowClock clock, JoinSide own, JoinSide other, long earlier, long later, Pair pairs) {
        long time = clock.time(input);
        List<?> row = own.add(time, input, clock);
        other.between(time - earlier, time + later, match -> pairs.emit(row, match));
    }

    private void emit(List<?> ofLeft, List<?> ofRight, Emitter out) {
        Object[] values = new Object[leftFields.size() + rightFields.size()];
        // The values follow the time of each row
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
