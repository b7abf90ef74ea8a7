// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.Emitter;
import io.millrace.api.FedSpout;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RecordShape;
import io.millrace.api.ResultsBolt;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.async.AsyncBolt;
import io.millrace.operators.async.AsyncFunction;
import io.millrace.operators.async.CachedFunction;
import io.millrace.operators.batch.BatchBolt;
import io.millrace.operators.batch.BatchErrors;
import io.millrace.operators.batch.BatchLimits;
import io.millrace.operators.batch.BatchWait;
import io.millrace.operators.batch.BatchingBolt;
import io.millrace.operators.table.LookupBolt;
import io.millrace.operators.table.Table;
import io.millrace.operators.window.IntervalJoin;
import io.millrace.operators.window.WindowBolt;
import io.millrace.operators.window.Windows;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Makes bolts, each from one function, for {@link TopologyBuilder}:
 *
 * <pre>{@code
 * builder.setBolt("split", Bolts.flatMap(Fields.of("word"), (tuple, out) -> {
 *     for (String word : tuple.getString("line").split(" ")) {
 *         out.emit(word);
 *     }
 * }), 2).shuffle("lines");
 * }</pre>
 *
 * <p>Emissions are anchored to the input. The input is acked when the function returns and failed when it throws. Each
 * task has its own copy of the function and calls it from its thread. The variables that the function captures are
 * copied with it and must be serializable. Ticks are not passed to functions. Implement {@link BasicBolt} or
 * {@link Bolt} if you need preparation, state or ticks.
 */
public final class Bolts {

    private Bolts() {}

    /** Computes the value of the only field of a tuple. */
    @FunctionalInterface
    public interface ValueFunction extends Serializable {
        Object apply(Tuple input);
    }

    /** Computes the values of a tuple, in the order of its fields. */
    @FunctionalInterface
    public interface ValuesFunction extends Serializable {
        List<?> apply(Tuple input);
    }

    /** Emits any number of tuples for one input. */
    @FunctionalInterface
    public interface EmittingFunction extends Serializable {
        void apply(Tuple input, Emitter out);
    }

    /** Computes a record from a tuple; {@link Tuple#as} makes one of the tuple itself. */
    @FunctionalInterface
    public interface RecordFunction<R extends Record> extends Serializable {
        R apply(Tuple input);
    }

    /** Makes any number of records from a tuple, within the call. */
    @FunctionalInterface
    public interface RecordsFunction<R extends Record> extends Serializable {
        void apply(Tuple input, Consumer<R> out);
    }

    /** Decides whether a tuple passes. */
    @FunctionalInterface
    public interface TuplePredicate extends Serializable {
        boolean test(Tuple input);
    }

    /** Consumes a tuple. */
    @FunctionalInterface
    public interface TupleConsumer extends Serializable {
        void accept(Tuple input);
    }

    /** Emits one tuple of one field for each input. */
    public static BasicBolt map(String field, ValueFunction function) {
        required("function", function);
        return new Simple(Fields.of(field), (input, out) -> out.emit(new Object[] {function.apply(input)}));
    }

    /** Emits one tuple for each input. The function returns one value per field. */
    public static BasicBolt map(Fields fields, ValuesFunction function) {
        required("fields", fields);
        required("function", function);
        return new Simple(fields, (input, out) -> out.emit(function.apply(input).toArray()));
    }

    /** Emits the record that the function returns for each input, with its components as fields; null emits nothing. */
    public static <R extends Record> BasicBolt map(Class<R> type, RecordFunction<R> function) {
        required("function", function);
        return flatMap(type, (input, out) -> {
            R one = function.apply(input);
            if (one != null) {
                out.accept(one);
            }
        });
    }

    /** Emits any number of records for each input, with their components as fields. */
    public static <R extends Record> BasicBolt flatMap(Class<R> type, RecordsFunction<R> function) {
        required("function", function);
        return new Simple(Fields.of(type), (input, out) -> {
            RecordShape<R> shape = RecordShape.of(type);
            function.apply(input, one -> out.emit(shape.values(one)));
        });
    }

    /** Emits any number of tuples for each input, on the default stream with these fields. */
    public static BasicBolt flatMap(Fields fields, EmittingFunction function) {
        required("fields", fields);
        return new Simple(fields, required("function", function));
    }

    /** Emits these fields of each input for which the predicate holds. */
    public static BasicBolt filter(Fields fields, TuplePredicate predicate) {
        required("fields", fields);
        required("predicate", predicate);
        return new Simple(fields, (input, out) -> {
            if (predicate.test(input)) {
                Object[] values = new Object[fields.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = input.get(fields.names().get(i));
                }
                out.emit(values);
            }
        });
    }

    /** Emits each input for which the predicate holds, as it is. All inputs of the bolt must have the same fields. */
    public static BasicBolt filter(TuplePredicate predicate) {
        required("predicate", predicate);
        return new Filter(predicate);
    }

    /** Calls the function with each input and emits nothing. */
    public static BasicBolt forEach(TupleConsumer consumer) {
        required("consumer", consumer);
        return new Simple(null, (input, out) -> consumer.accept(input));
    }

    /**
     * Answers each input, see {@link Emitter#answer}. The function returns one value per field that the fed spout's
     * {@link FedSpout#answers} names. An exception fails the request with its message.
     */
    public static BasicBolt answer(ValuesFunction function) {
        required("function", function);
        return new Simple(null, (input, out) -> out.answer(function.apply(input).toArray()));
    }

    /** Makes a bolt from which a service takes tuples ({@link RunningTopology#results}). */
    public static ResultsBolt results() {
        return new ResultsBolt(true);
    }

    /**
     * Makes one asynchronous call for each input, many at a time, and emits one tuple of one field for each:
     *
     * <pre>{@code
     * builder.setBolt("score", Bolts.async("score", new Scoring(), 1_000, Duration.ofSeconds(1))
     *         .unordered()
     *         .retry(3, Duration.ofMillis(10), Duration.ofSeconds(1))
     *         .failuresTo("failed"), 2).shuffle("requests");
     * }</pre>
     *
     * @param capacity the most inputs in flight per task, 1 to 1,048,576
     * @param timeout the time-out of a call, 1 ms to 24 h
     */
    public static AsyncBolt async(String field, AsyncFunction<?> function, int capacity, Duration timeout) {
        required("function", function);
        return new AsyncBolt(function, AsyncBolt.Result.VALUE, Fields.of(field), capacity, timeout);
    }

    /**
     * Makes asynchronous calls as {@link #async(String, AsyncFunction, int, Duration)} does; a call results in one
     * value per field, or in null to emit nothing.
     */
    public static AsyncBolt async(
            Fields fields, AsyncFunction<? extends List<?>> function, int capacity, Duration timeout) {
        required("fields", fields);
        required("function", function);
        return new AsyncBolt(function, AsyncBolt.Result.VALUES, fields, capacity, timeout);
    }

    /**
     * Makes asynchronous calls as {@link #async(String, AsyncFunction, int, Duration)} does; a call results in a
     * record, whose components are the fields, or in null to emit nothing.
     */
    public static <R extends Record> AsyncBolt async(
            Class<R> type, AsyncFunction<R> function, int capacity, Duration timeout) {
        required("function", function);
        return new AsyncBolt(function, AsyncBolt.Result.RECORD, Fields.of(type), capacity, timeout);
    }

    /** Makes calls as {@link #async(String, AsyncFunction, int, Duration)} does; results are not emitted. */
    public static AsyncBolt async(AsyncFunction<?> function, int capacity, Duration timeout) {
        required("function", function);
        return new AsyncBolt(function, AsyncBolt.Result.NOTHING, null, capacity, timeout);
    }

    /**
     * Collects tuples and executes them together, for calls that cost about the same for one tuple as for many:
     *
     * <pre>{@code
     * builder.setBolt("insert", Bolts.batch(1_000, 1 << 20, Duration.ofMillis(5), new InsertOrders())
     *         .onError(BatchErrors.BISECT), 2).blocking().shuffle("orders");
     * }</pre>
     *
     * <p>The function may be a lambda: {@code (batch, out) -> ...}. See {@link BatchingBolt} for when a batch is
     * executed.
     *
     * @param maxCount the most tuples of a batch, 1 to 1,048,576
     * @param maxBytes the most bytes of a batch, as {@link Tuple#bytes} counts them, 1 to 1 GiB; a larger tuple is a
     *     batch by itself
     * @param maxWait the age of its first tuple at which a batch is executed, 0 s to 24 h; with 0 s a batch takes the
     *     waiting tuples and no tuple waits for others. It must be less than {@code topology.message.timeout}
     */
    public static BatchingBolt batch(int maxCount, long maxBytes, Duration maxWait, BatchBolt function) {
        return batch(maxCount, maxBytes, BatchWait.fixed(maxWait), function);
    }

    /**
     * Collects batches as {@link #batch(int, long, Duration, BatchBolt)} does, with a time that may follow the load:
     * {@link #adaptive}.
     */
    public static BatchingBolt batch(int maxCount, long maxBytes, BatchWait maxWait, BatchBolt function) {
        required("function", function);
        return new BatchingBolt(null, new BatchLimits(maxCount, maxBytes, maxWait), function, BatchErrors.FAIL_ALL);
    }

    /**
     * Collects batches as {@link #batch(int, long, Duration, BatchBolt)} does, for a function that emits on the default
     * stream.
     *
     * @param fields the fields of the default stream
     */
    public static BatchingBolt batch(Fields fields, int maxCount, long maxBytes, Duration maxWait, BatchBolt function) {
        return batch(fields, maxCount, maxBytes, BatchWait.fixed(maxWait), function);
    }

    /**
     * Collects as {@link #batch(Fields, int, long, Duration, BatchBolt)} does, with a time that may follow the load.
     */
    public static BatchingBolt batch(
            Fields fields, int maxCount, long maxBytes, BatchWait maxWait, BatchBolt function) {
        required("fields", fields);
        required("function", function);
        return new BatchingBolt(fields, new BatchLimits(maxCount, maxBytes, maxWait), function, BatchErrors.FAIL_ALL);
    }

    /**
     * Lets batches wait for the time at which calls take 80 % of the time, and for 0 s at a load at which single tuples
     * keep up. The time is chosen anew every 10 ms, from the durations of calls. It is bounded so that a tuple which
     * was not late when it came has been processed by the goal, as long as calls keep to the 99th percentile of the
     * last 128.
     *
     * @param goal the longest time from the intended time of a tuple to the end of its call, 1 ms to 24 h. It must be
     *     less than {@code topology.message.timeout}
     */
    public static BatchWait adaptive(Duration goal) {
        return BatchWait.adaptive(goal);
    }

    /**
     * Computes values of the tuples of each key that are in the same window:
     *
     * <pre>{@code
     * builder.setSpout("views", views).eventTime("time", Duration.ofSeconds(2));
     * builder.setBolt("perCampaign", Bolts.window(Windows.tumbling(Duration.ofSeconds(10)), "campaign")
     *         .eventTime("time")
     *         .aggregate("views", Aggregates.count()), 4).fields("views", "campaign");
     * }</pre>
     *
     * @param key the fields by which the bolt's inputs are grouped, in the same order
     */
    public static WindowBolt window(Windows windows, String... key) {
        return new WindowBolt(windows, Fields.of(key));
    }

    /**
     * Joins the tuples of two components that have the same key, and event times near each other: a right tuple is
     * joined with a left one if its time is not more than {@code before} earlier, nor more than {@code after} later:
     *
     * <pre>{@code
     * builder.setBolt("paid", Bolts.join("orders", "payments", Duration.ZERO, Duration.ofMinutes(30))
     *                 .eventTime("ordered", "paid")
     *                 .left("order", "item")
     *                 .right("cents"), 4)
     *         .fields("orders", "order")
     *         .fields("payments", "order");
     * }</pre>
     *
     * @param left a component to whose default stream the bolt subscribes by the fields of the key
     * @param right another component
     * @param before the most by which the right tuple is earlier, 0 s to 3,650 d
     * @param after the most by which the right tuple is later, 0 s to 3,650 d
     */
    public static IntervalJoin join(String left, String right, Duration before, Duration after) {
        return new IntervalJoin(left, right, before, after);
    }

    /**
     * Adds the row of a table to each input:
     *
     * <pre>{@code
     * builder.setBolt("campaigns", Bolts.lookup(Tables.file("/data/ads.csv").columns("ad", "campaign"), "ad")
     *         .keeping("time"), 4).localOrShuffle("views");
     * }</pre>
     *
     * <p>emits {@code time} and {@code campaign}. Inputs whose field has no row are dropped and counted, unless the
     * bolt is set otherwise.
     *
     * @param field the field of the inputs with the value of the table's key
     */
    public static LookupBolt lookup(Table table, String field) {
        return new LookupBolt(table, field);
    }

    /**
     * Remembers the results of asynchronous calls, for {@link #async}:
     *
     * <pre>{@code
     * builder.setBolt("joined", Bolts.async("profile", Bolts.cached(new Profiles(), 100_000, Duration.ofMinutes(5), "user"),
     *         1_000, Duration.ofSeconds(1)), 4).fields("clicks", "user");
     * }</pre>
     *
     * <p>Each task has results of its own, so group by the key. While a call for a key is in flight, other inputs with
     * the key wait for its result, so that there is one call for a key at a time. A call that fails or exceeds its time
     * is made again for the next input. The task counts {@code cache.hits} and {@code cache.misses}.
     *
     * @param size the most results per task, 1 to 16,777,216; the least recently used are removed first
     * @param age the time for which a result is used, from its call on, 1 ms to 365 d
     * @param key the fields of the input on which the result depends
     */
    public static <T> AsyncFunction<T> cached(AsyncFunction<T> function, int size, Duration age, String... key) {
        return new CachedFunction<>(function, size, age, Fields.of(key));
    }

    private static <F> F required(String what, F function) {
        if (function == null) {
            throw new TopologyException("a bolt has no " + what + " (null): give it");
        }
        return function;
    }

    /** @param fields the fields of the default stream, or null for a bolt that emits nothing */
    private record Simple(Fields fields, EmittingFunction function) implements BasicBolt {

        @Override
        public void declareOutputs(OutputDeclarer out) {
            if (fields != null) {
                out.declare(fields.names().toArray(String[]::new));
            }
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            if (!input.isTick()) {
                function.apply(input, out);
            }
        }
    }
}
