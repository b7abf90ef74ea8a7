// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import io.millrace.api.ChecksInputs;
import io.millrace.api.Counter;
import io.millrace.api.CountsRestored;
import io.millrace.api.EmitsLater;
import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.SpoutDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Units;
import io.millrace.api.error.TopologyException;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import io.millrace.api.state.Timers;
import io.millrace.api.state.ValueState;
import io.millrace.operators.aggregate.Aggregate;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A bolt that computes values of the tuples of each key that are in the same window, see {@code Bolts.window}.
 * Immutable: each method that sets something returns another bolt.
 *
 * <p>It emits the fields of the key, {@code from} and {@code to} (milliseconds since 1970; the window ends before
 * {@code to}), and one field for each aggregate. A window without tuples emits nothing. Numbers in keys are emitted as
 * {@link Long} or {@link Double}.
 */
public final class WindowBolt implements StatefulBolt, ChecksInputs, CountsRestored, EmitsLater, Cloneable {

    private static final long serialVersionUID = 1L;

    private static final Duration MIN_EARLY = Duration.ofMillis(10);
    private static final Duration MOST = Duration.ofDays(3_650);
    static final String FROM = "from";
    static final String TO = "to";

    /** The time at which open windows are emitted next, by the time of day. */
    private static final StateSpec<ValueState<Long>> EARLY = StateSpec.value("early", Long.class);

    private final Windows windows;
    private final Fields key;

    // These fields are set before the bolt is visible to others

    private String timeField;

    // Both lists are of List.copyOf, which can be serialized
    @SuppressWarnings("serial")
    private List<String> names = List.of();

    @SuppressWarnings("serial")
    private List<Aggregate<?>> aggregates = List.of();

    private long latenessMillis;
    private long earlyMillis;
    private String lateStream;
    private Fields lateFields;

    private transient WindowKind kind;
    private transient WindowClock clock;
    private transient WindowAggregates all;
    private transient Timers timers;
    private transient ValueState<Long> early;
    private transient Counter late;
    private transient Emission emission;

    public WindowBolt(Windows windows, Fields key) {
        this.windows = windows;
        this.key = key;
        this.timeField = isSame(windows) ? TO : null;
        check(windows != null && key != null, "it has no windows or no key (null): give both");
        check(isSame(windows) || key.size() > 0, "it has no key: name the fields by which its inputs are grouped");
        key.names().forEach(this::checkName);
    }

    /** Returns another bolt with this setting. */
    private WindowBolt with(Consumer<WindowBolt> setting) {
        try {
            WindowBolt other = (WindowBolt) clone();
            setting.accept(other);
            return other;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isSame(Windows windows) {
        return windows != null && windows.kind() == Windows.Kind.SAME;
    }

    private static void check(boolean holds, String mistake) {
        if (!holds) {
            throw new TopologyException("a bolt of windows: " + mistake);
        }
    }

    private void checkName(String name) {
        check(
                !name.equals(FROM) && !name.equals(TO) && !names.contains(name),
                "it emits the field '" + name + "' already: give another name");
    }

    /**
     * Divides the tuples by their event time, which the spouts must know ({@link SpoutDeclarer#eventTime}): a window is
     * emitted when the watermark has passed its end. By default they are divided by the time of day at which they come.
     *
     * @param field a field of the inputs, with the same values as the spout's field
     */
    public WindowBolt eventTime(String field) {
        check(field != null, "the field of the event time is null: name it");
        check(windows.kind() != Windows.Kind.COUNT, "windows of a number of tuples know no time");
        check(!isSame(windows), "windows of the bolt before go by its event time: do not name a field");
        return with(other -> other.timeField = field);
    }

    /** Adds an aggregate, and the field in which its value is emitted. At least one is required. */
    public WindowBolt aggregate(String field, Aggregate<?> aggregate) {
        check(field != null && aggregate != null, "an aggregate or its field is null: give both");
        checkName(field);
        check(!key.names().contains(field), "it emits the field '" + field + "' already: give another name");
        return with(other -> {
            other.names = appended(names, field);
            other.aggregates = appended(aggregates, aggregate);
        });
    }

    private static <T> List<T> appended(List<T> before, T next) {
        List<T> all = new ArrayList<>(before);
        all.add(next);
        return List.copyOf(all);
    }

    /**
     * Keeps windows for some time after their end. A late tuple that comes until then emits the window again, with all
     * of its tuples.
     *
     * @param lateness the time by event time, 0 s to 3,650 d
     */
    public WindowBolt allowedLateness(Duration lateness) {
        check(timeField != null, "only windows by event time have late tuples: call eventTime before");
        check(
                lateness != null && !lateness.isNegative() && lateness.compareTo(MOST) <= 0,
                "the allowed lateness is " + (lateness == null ? "null" : Units.duration(lateness)) + ": take 0 s to "
                        + Units.duration(MOST));
        check(!isSame(windows), "windows of the bolt before end with them: allow lateness there");
        return with(other -> other.latenessMillis = lateness.toMillis());
    }

    /**
     * Also emits windows before their end, with their values so far, at this interval while tuples come.
     *
     * @param every the interval by the time of day, 10 ms to 3,650 d
     */
    public WindowBolt earlyEvery(Duration every) {
        check(
                every != null && every.compareTo(MIN_EARLY) >= 0 && every.compareTo(MOST) <= 0,
                "results come early every " + (every == null ? "null" : Units.duration(every)) + ": take "
                        + Units.duration(MIN_EARLY) + " to " + Units.duration(MOST));
        return with(other -> other.earlyMillis = every.toMillis());
    }

    /**
     * Emits tuples whose windows are gone to a stream; by default they are dropped. They are counted in both cases, as
     * {@code late} of the task.
     *
     * @param fields the fields of the inputs that are emitted
     */
    public WindowBolt lateTo(String stream, String... fields) {
        check(timeField != null, "only windows by event time have late tuples: call eventTime before");
        check(
                stream != null && fields != null && fields.length > 0,
                "the stream of late tuples is null, or has no fields: give them");
        return with(other -> {
            other.lateStream = stream;
            other.lateFields = Fields.of(fields);
        });
    }

    private WindowKind newKind() {
        return switch (windows.kind()) {
            case TIME -> new PaneWindows(windows, latenessMillis);
            case SESSION -> new SessionWindows(windows, latenessMillis);
            case COUNT -> new CountWindows(windows);
            case SAME -> new SameWindows();
        };
    }

    /** Returns the fields by which inputs are grouped. */
    private Fields grouping() {
        if (!isSame(windows)) {
            return key;
        }
        List<String> all = new ArrayList<>(key.names());
        all.addAll(List.of(FROM, TO));
        return new Fields(all);
    }

    @Override
    public void checkInputs(List<Input> inputs, Consumer<String> problems) {
        for (Input input : inputs) {
            input.mustBeGroupedBy(grouping(), problems);
            if (timeField != null) {
                input.mustHave("its event time is", Fields.of(timeField), problems);
            }
            for (Aggregate<?> aggregate : aggregates) {
                input.mustHave("it computes a value of", aggregate.fields(), problems);
            }
            if (lateFields != null) {
                input.mustHave("it emits late tuples with", lateFields, problems);
            }
        }
    }

    @Override
    public boolean needsEventTime() {
        return timeField != null;
    }

    @Override
    public List<StateSpec<?>> states() {
        List<StateSpec<?>> states = new ArrayList<>(newKind().states());
        states.add(EARLY);
        return states;
    }

    @Override
    public void declareOutputs(OutputDeclarer out) {
        check(!aggregates.isEmpty(), "it computes nothing: call aggregate");
        List<String> fields = new ArrayList<>(key.names());
        fields.add(FROM);
        fields.add(TO);
        fields.addAll(names);
        out.declare(fields.toArray(String[]::new));
        if (lateStream != null) {
            out.declareStream(lateStream, lateFields.names().toArray(String[]::new));
        }
    }

    @Override
    public void prepare(TaskContext context) {
        timers = context.timers();
        early = context.state(EARLY);
        late = context.counter("late");
        clock = new WindowClock(timers, timeField);
        kind = newKind();
        all = new WindowAggregates(aggregates, kind.heads());
        emission = new Emission();
        kind.open(context, clock, all);
    }

    @Override
    public List<StateSpec<?>> counted() {
        return List.of(kind.counted());
    }

    @Override
    public void restored(StateSpec<?> state) {
        kind.restored();
    }

    @Override
    public void execute(Tuple input, Emitter out) {
        if (input.isTick()) {
            return;
        }
        emission.input = input;
        emission.timer = null;
        emission.out = out;
        boolean taken = kind.add(input, emission);
        if (!taken) {
            late.add(1);
            if (lateStream != null) {
                Object[] values = lateFields.names().stream().map(input::get).toArray();
                out.emitTo(lateStream, values);
            }
        } else if (earlyMillis > 0 && early.get() == null) {
            long at = timers.now() + earlyMillis;
            early.set(at);
            timers.atTime(at);
        }
    }

    @Override
    public long emittedAt(Tuple input) {
        long time;
        try {
            time = clock.time(input);
        } catch (IllegalArgumentException e) {
            // Executing the input reports the mistake
            return NEVER;
        }
        long millis = kind.emittedAt(time);
        return millis == NEVER ? NEVER : clock.timer(millis);
    }

    @Override
    public void onTimer(TimerEvent timer, Emitter out) {
        emission.input = null;
        emission.timer = timer;
        emission.out = out;
        Long due = timer.eventTime() ? null : early.get();
        boolean isEarly = due != null && timer.millis() >= due;
        if (isEarly) {
            // Clear it before a step that may throw: the next input sets the next time
            early.clear();
        }
        if (clock.isOwn(timer)) {
            kind.passed(clock.passed(timer), emission);
        }
        if (isEarly) {
            kind.early(emission);
        }
    }

    /** Emits the results of an input or of a timer. One object is used for all of them, as there are mostly many. */
    private final class Emission implements WindowKind.Results {

        /** The input; either it or the timer is null. */
        private Tuple input;

        private TimerEvent timer;
        private Emitter out;
        private final LastLong lastFrom = new LastLong();
        private final LastLong lastTo = new LastLong();

        @Override
        public void emit(long from, long to, WindowRows rows, int row) {
            int prefix = key.size();
            Object[] values = new Object[prefix + 2 + all.size()];
            for (int i = 0; i < prefix; i++) {
                // The key of a timer is that of the grouping, which begins with the bolt's
                values[i] = input == null
                        ? timer.key().get(i)
                        : plain(input.get(key.names().get(i)));
            }
            values[prefix] = lastFrom.of(from);
            values[prefix + 1] = lastTo.of(to);
            all.results(rows, row, values, prefix + 2);
            out.emit(values);
        }
    }

    /** Makes one object of a number that many results in a row have. */
    private static final class LastLong {

        private Long last = 0L;

        Long of(long number) {
            if (last != number) {
                last = number;
            }
            return last;
        }
    }

    /** Converts a value to the form that keys of timers have. */
    private static Object plain(Object value) {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Double || value instanceof Float) {
            // Adding 0.0 turns -0.0 into 0.0
            return ((Number) value).doubleValue() + 0.0;
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(buffer.position(), bytes);
            return bytes;
        }
        return value;
    }
}
