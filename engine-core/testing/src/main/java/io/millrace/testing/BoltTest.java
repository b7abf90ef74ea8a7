// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltDeclarer;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.WorkerHook;
import io.millrace.api.codec.ValueCodecs;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TopologyMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * Runs one task of one bolt in a unit test, with tuples that the test makes. It runs on the calling thread with a
 * simulated clock and must be used by one thread. The bolt is serialized and copied, as when a topology is submitted.
 *
 * <pre>{@code
 * try (BoltTest test = BoltTest.of(new SplitBolt()).fields("line").start()) {
 *     long line = test.execute("a b");
 *     assertThat(test.output()).containsExactly(List.of("a"), List.of("b"));
 *     assertThat(test.acked()).containsExactly(line);
 * }
 * }</pre>
 */
public final class BoltTest implements AutoCloseable {

    private static final String BOLT = "bolt";
    private static final String INPUT = "input";

    private final TopologyTest test;
    private final List<String> sources;

    /** Configures a test. Nothing is instantiated yet. */
    public static final class Builder {

        private final BiFunction<TopologyBuilder, String, BoltDeclarer> bolt;
        private final Map<String, Map<String, Fields>> inputs = new LinkedHashMap<>();
        private final List<ValueCodecs> codecs = new ArrayList<>();
        private final List<WorkerHook<?>> hooks = new ArrayList<>();
        private Config config = Config.empty();
        private Duration tick;
        private Grouping grouping = new Grouping.Global();

        private Builder(BiFunction<TopologyBuilder, String, BoltDeclarer> bolt) {
            this.bolt = bolt;
        }

        /** Sets the fields of the tuples that the test makes. Their source component is called {@code input}. */
        public Builder fields(String... names) {
            return input(INPUT, Fields.of(names));
        }

        /** Adds a source component, whose default stream has these fields. May be called for several components. */
        public Builder input(String component, Fields fields) {
            return input(component, Streams.DEFAULT, fields);
        }

        /** Adds a stream of a source component. May be called for several streams and components. */
        public Builder input(String component, String stream, Fields fields) {
            inputs.computeIfAbsent(component, none -> new LinkedHashMap<>()).put(stream, fields);
            return this;
        }

        /** Groups all inputs by these fields, which are the key of the bolt's states. */
        public Builder groupedBy(String... names) {
            grouping = new Grouping.ByFields(Fields.of(names));
            return this;
        }

        /** Sets the settings that the bolt sees. */
        public Builder config(Config settings) {
            config = Objects.requireNonNull(settings, "config");
            return this;
        }

        /** Adds codecs for classes of values, as {@link TopologyBuilder#codecs} does. */
        public Builder codecs(ValueCodecs factory) {
            codecs.add(factory);
            return this;
        }

        /** Adds an object that the bolt finds by {@link TaskContext#shared}. */
        public Builder workerHook(WorkerHook<?> hook) {
            hooks.add(hook);
            return this;
        }

        /**
         * Sends ticks to the bolt while time {@linkplain BoltTest#advance advances}.
         *
         * @param interval 1 ms to 24 h
         */
        public Builder tickEvery(Duration interval) {
            tick = interval;
            return this;
        }

        /**
         * Instantiates and prepares the bolt.
         *
         * @throws TopologyException if no input is described, a setting is wrong, or the bolt cannot be instantiated or
         *     prepared
         */
        public BoltTest start() {
            return new BoltTest(this);
        }
    }

    private BoltTest(Builder settings) {
        if (settings.inputs.isEmpty()) {
            throw new TopologyException("the tested bolt has no input: describe it by fields or input");
        }
        TopologyBuilder builder = new TopologyBuilder();
        settings.codecs.forEach(builder::codecs);
        settings.hooks.forEach(builder::workerHook);
        BoltDeclarer bolt = settings.bolt.apply(builder, BOLT);
        settings.inputs.forEach((component, streams) -> {
            builder.setSpout(component, new Source(new LinkedHashMap<>(streams)));
            streams.keySet().forEach(stream -> bolt.subscribe(component, stream, settings.grouping));
        });
        if (settings.tick != null) {
            bolt.tickEvery(settings.tick);
        }
        sources = List.copyOf(settings.inputs.keySet());
        TopologyTest.Builder run = TopologyTest.of(builder.build()).config(settings.config);
        sources.forEach(run::replaceSpout);
        test = run.start();
    }

    /** Returns a builder for a test of this bolt. */
    public static Builder of(Bolt bolt) {
        return new Builder((builder, id) -> builder.setBolt(id, bolt));
    }

    /** Returns a builder for a test of this bolt. */
    public static Builder of(BasicBolt bolt) {
        return new Builder((builder, id) -> builder.setBolt(id, bolt));
    }

    /**
     * Calls the bolt with a tuple of the first described input, and runs until nothing is left to do.
     *
     * @param values one per field
     * @return the number of the tuple, as in {@link #acked}, {@link #failed} and {@link #pending}; numbers count up
     *     from 0
     * @throws TopologyException if the number of values is wrong
     */
    public long execute(Object... values) {
        return executeFrom(sources.get(0), values);
    }

    /** Calls the bolt with a tuple of the default stream of this component, as {@link #execute} does. */
    public long executeFrom(String component, Object... values) {
        return executeFromStream(component, Streams.DEFAULT, values);
    }

    /** Calls the bolt with a tuple of a stream of this component, as {@link #execute} does. */
    public long executeFromStream(String component, String stream, Object... values) {
        long number = test.feedTo(component, stream, values);
        test.run();
        return number;
    }

    /** Runs until nothing is left to do, such as commands of {@link TaskContext#execute}. */
    public void run() {
        test.run();
    }

    /** Advances the simulated clock, with the ticks and time-outs that are due meanwhile. */
    public void advance(Duration time) {
        test.advance(time);
    }

    /** Advances event time to milliseconds since 1970, and runs until its timers have fired. It never goes back. */
    public void watermark(long millis) {
        test.watermark(BOLT, millis);
        run();
    }

    /** Returns the values that the bolt emitted on its default stream, in order. */
    public List<List<Object>> output() {
        return test.output(BOLT);
    }

    /** Returns the values that the bolt emitted on a stream, in order. */
    public List<List<Object>> output(String stream) {
        return test.output(BOLT, stream);
    }

    /** Returns all emissions of the bolt on all streams, in order. */
    public List<Emission> emissions() {
        return test.emissions(BOLT);
    }

    /** Returns the tuples that the bolt was called with, without ticks. */
    public List<Tuple> executed() {
        return test.executed(BOLT);
    }

    /** Returns the numbers of the tuples that the bolt acked. */
    public List<Object> acked() {
        return sources.stream().flatMap(source -> test.acked(source).stream()).toList();
    }

    /**
     * Returns the numbers of the tuples that the bolt failed, also by an exception, or held longer than
     * {@code topology.message.timeout}.
     */
    public List<Object> failed() {
        return sources.stream().flatMap(source -> test.failed(source).stream()).toList();
    }

    /** Returns the numbers of the tuples that the bolt has neither acked nor failed. */
    public List<Object> pending() {
        return sources.stream().flatMap(source -> test.pending(source).stream()).toList();
    }

    /** Returns the errors that the bolt threw or reported, in order. */
    public List<Throwable> errors() {
        return test.errors(BOLT);
    }

    /** Returns one of the bolt's own counters; 0 if it has none of this name. */
    public long counter(String name) {
        return metrics().counter(BOLT, name);
    }

    /** Returns all metrics of the test's topology, of which the bolt is called {@code bolt}. */
    public TopologyMetrics metrics() {
        return test.metrics();
    }

    /** Returns the simulated time, as {@link TaskContext#nanoTime()} does. */
    public long nanoTime() {
        return test.nanoTime();
    }

    /** Closes the bolt. */
    @Override
    public void close() {
        test.close();
    }

    /** Declares the streams of a component that the test replaces. Never instantiated. */
    private record Source(LinkedHashMap<String, Fields> streams) implements Spout {

        @Override
        public void declareOutputs(OutputDeclarer out) {
            streams.forEach(
                    (stream, fields) -> out.declareStream(stream, fields.names().toArray(String[]::new)));
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {}

        @Override
        public void nextTuple() {}
    }
}
