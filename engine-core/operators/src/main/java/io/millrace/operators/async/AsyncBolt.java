// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.async;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Fields;
import io.millrace.api.HoldsWatermarks;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RecordShape;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Backoff;
import io.millrace.api.config.Units;
import io.millrace.api.error.TopologyException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A bolt that makes asynchronous calls, many at a time, see {@code Bolts.async}. Immutable: each method that sets
 * something returns another bolt.
 *
 * <p>An input is in flight from its first call until its result has been emitted. While {@code capacity} inputs are in
 * flight, the bolt takes no further one, so its inbox fills and its sources slow down. Emissions are anchored to their
 * input, which is acked once. Ticks are ignored.
 *
 * <p>By default results are emitted in the order of the inputs, and an input whose call fails or does not complete in
 * time is failed, and the exception is an error of the component.
 *
 * <p>Times are those of {@link TaskContext#nanoTime()}, so tests simulate them. When the task is closed, results that
 * have come are emitted, the other calls are cancelled, and their inputs are failed.
 */
public final class AsyncBolt implements Bolt, HoldsWatermarks, Cloneable {

    private static final long serialVersionUID = 1L;

    private static final int MAX_CAPACITY = 1 << 20;
    private static final int MAX_ATTEMPTS = 1_000;
    private static final Duration MIN_TIME = Duration.ofMillis(1);
    private static final Duration MAX_TIME = Duration.ofHours(24);

    /** The form of the result of a call. */
    public enum Result {
        /** The result is the value of the only field. */
        VALUE,
        /** The result is a list of one value per field, or null. */
        VALUES,
        /** The result is a record whose components are the fields, or null. */
        RECORD,
        /** The result may be any object, which is not emitted. */
        NOTHING
    }

    private final AsyncFunction<?> function;
    private final Result result;
    private final Fields fields;
    private final int capacity;
    private final Duration timeout;

    // These fields are set before the bolt is visible to others
    private boolean ordered = true;
    private int attempts = 1;
    private Duration firstPause = Duration.ZERO;
    private Duration longestPause = Duration.ZERO;
    private String failureStream;

    private transient AsyncCalls calls;

    /** @param fields the fields of the default stream; null if nothing is emitted */
    public AsyncBolt(AsyncFunction<?> function, Result result, Fields fields, int capacity, Duration timeout) {
        this.function = function;
        this.result = result;
        this.fields = fields;
        this.capacity = capacity;
        this.timeout = timeout;
        check(capacity >= 1 && capacity <= MAX_CAPACITY, "the capacity " + capacity, "1 to " + MAX_CAPACITY);
        checkTime("the time-out", timeout);
    }

    /** Returns another bolt with this setting. */
    private AsyncBolt with(Consumer<AsyncBolt> setting) {
        try {
            AsyncBolt other = (AsyncBolt) clone();
            setting.accept(other);
            return other;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** Emits results in the order of the inputs, which is the default. A result waits for all earlier ones. */
    public AsyncBolt ordered() {
        return inOrder(true);
    }

    /** Emits each result as soon as it comes. */
    public AsyncBolt unordered() {
        return inOrder(false);
    }

    private AsyncBolt inOrder(boolean kept) {
        return with(other -> other.ordered = kept);
    }

    /**
     * Repeats calls that fail or do not complete in time. The pause before a repetition is doubled each time. An input
     * stays in flight meanwhile. An {@link Error} is not repeated.
     *
     * @param calls the most calls per input, 2 to 1,000
     * @param first the pause before the first repetition, 1 ms to 24 h
     * @param longest the longest pause
     */
    public AsyncBolt retry(int calls, Duration first, Duration longest) {
        check(calls >= 2 && calls <= MAX_ATTEMPTS, calls + " calls per input", "2 to " + MAX_ATTEMPTS);
        checkTime("the first pause", first);
        checkTime("the longest pause", longest);
        check(
                first.compareTo(longest) <= 0,
                "the first pause " + Units.duration(first) + " and the longest " + Units.duration(longest),
                "a longest pause that is not shorter than the first");
        return with(other -> {
            other.attempts = calls;
            other.firstPause = first;
            other.longestPause = longest;
        });
    }

    /**
     * Emits an input whose call failed to this stream, and acks the input. The stream has the fields {@code input}, a
     * list of the input's values, and {@code error}, a text. An {@link Error} still fails the input.
     */
    public AsyncBolt failuresTo(String stream) {
        if (stream == null) {
            throw new TopologyException("an asynchronous bolt has no stream for failures (null): name it");
        }
        return with(other -> other.failureStream = stream);
    }

    private static void checkTime(String what, Duration time) {
        boolean fits = time != null && time.compareTo(MIN_TIME) >= 0 && time.compareTo(MAX_TIME) <= 0;
        check(
                fits,
                what + " " + (time == null ? "null" : Units.duration(time)),
                Units.duration(MIN_TIME) + " to " + Units.duration(MAX_TIME));
    }

    private static void check(boolean holds, String what, String bounds) {
        if (!holds) {
            throw new TopologyException("an asynchronous bolt has " + what + ": take " + bounds);
        }
    }

    @Override
    public void declareOutputs(OutputDeclarer out) {
        if (fields != null) {
            out.declare(fields.names().toArray(String[]::new));
        }
        if (failureStream != null) {
            out.declareStream(failureStream, "input", "error");
        }
    }

    @Override
    public void prepare(TaskContext context, BoltCollector out) {
        function.open(context);
        calls = new AsyncCalls(this, context, out);
    }

    @Override
    public void execute(Tuple input) {
        if (!input.isTick()) {
            calls.add(input);
        }
    }

    @Override
    public void watermark(Runnable pass) {
        calls.watermark(pass);
    }

    @Override
    public int held() {
        return calls.held();
    }

    @Override
    public void close() {
        try {
            if (calls != null) {
                calls.close();
            }
        } finally {
            function.close();
        }
    }

    // The calls of a task use these methods

    AsyncFunction<?> function() {
        return function;
    }

    int capacity() {
        return capacity;
    }

    boolean isOrdered() {
        return ordered;
    }

    int attempts() {
        return attempts;
    }

    Duration timeout() {
        return timeout;
    }

    String failureStream() {
        return failureStream;
    }

    /** Returns the pause after so many failed calls of an input. */
    long pauseNanos(int failedCalls) {
        return new Backoff(firstPause.toNanos(), longestPause.toNanos()).after(failedCalls);
    }

    /** Returns the values to emit for the result of a call; null if there is nothing to emit. */
    Object[] valuesOf(Object completed) {
        return switch (result) {
            case VALUE -> new Object[] {completed};
            case VALUES -> completed == null ? null : ((List<?>) completed).toArray();
            case RECORD ->
                completed == null
                        ? null
                        : RecordShape.of(((Record) completed).getClass()).values((Record) completed);
            case NOTHING -> null;
        };
    }

    @Override
    public String toString() {
        return "AsyncBolt[" + Objects.requireNonNullElse(fields, "no fields") + ", capacity " + capacity + "]";
    }
}
