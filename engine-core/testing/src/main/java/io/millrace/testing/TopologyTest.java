// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.api.ComponentSpec;
import io.millrace.api.RequestException;
import io.millrace.api.ServiceEnd;
import io.millrace.api.StreamSpec;
import io.millrace.api.Streams;
import io.millrace.api.Topology;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKeys;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.api.spi.Stepping;
import io.millrace.testing.stepped.SteppedTopology;
import io.millrace.testing.stepped.SteppedTopologyBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * Runs a topology in a unit test, on the calling thread and only within these calls, with a simulated clock. The same
 * topology, settings, seed and calls give the same run. Another seed gives another order of turns. The test must be
 * used by one thread.
 *
 * <pre>{@code
 * try (TopologyTest test = TopologyTest.of(topology).replaceSpout("sentences").start()) {
 *     test.feed("sentences", "the leaf the wheel");
 *     test.run();
 *     assertThat(test.output("split")).containsExactly(List.of("the"), List.of("leaf"), List.of("the"), List.of("wheel"));
 *     assertThat(test.acked("sentences")).hasSize(1);
 * }
 * }</pre>
 *
 * <p>All emissions, executions and errors are recorded until {@link #forget}, and can be read after {@link #close} too.
 * Returned lists are copies. A method that is given an unknown component, stream or worker throws
 * {@link TopologyException}, which names the known ones.
 */
public final class TopologyTest implements AutoCloseable {

    private static final int TURNS_AT_A_TIME = 1_000;
    private static final int MOST_TURNS = 10_000_000;
    private static final int MOST_EMISSIONS = 1_000_000;

    private final TestedComponents components;
    private final Map<String, RecordedEvents> recordings = new LinkedHashMap<>();
    private final Feeding feeding;
    private final Stepping stepping;
    private final Set<String> dead = new TreeSet<>();

    /** Configures a test. Nothing is opened yet. */
    public static final class Builder {

        private final Topology topology;
        private final Set<String> replaced = new TreeSet<>();
        private Config config = Config.empty();
        private int workers = 1;
        private int executors = 1;
        private long seed = 1;

        private Builder(Topology topology) {
            this.topology = topology;
        }

        /**
         * Sets the topology's settings. {@link #start} refuses unknown keys and keys of an engine. Unlike in an engine,
         * {@code topology.serialization.always} is true if it is not set, so that a test with one worker finds values
         * that could not go to another one. Set it to false for a topology that always runs in one worker and hands
         * over objects by reference.
         */
        public Builder config(Config settings) {
            config = Objects.requireNonNull(settings, "config");
            return this;
        }

        /** Sets the seed of the order of turns and of all random choices; default 1. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /**
         * Distributes the tasks over this many workers, round robin. Several workers exchange tuples over rings in a
         * temporary directory, which {@link TopologyTest#close} removes.
         *
         * @param count at least 1, which is the default
         */
        public Builder workers(int count) {
            workers = count;
            return this;
        }

        /**
         * Sets the number of executors of each worker. Tuples between executors pass through queues.
         *
         * @param perWorker at least 1, which is the default
         */
        public Builder executors(int perWorker) {
            executors = perWorker;
            return this;
        }

        /**
         * Replaces a spout by one that emits the tuples that the test feeds. The author's spout is not instantiated.
         */
        public Builder replaceSpout(String spout) {
            replaced.add(spout);
            return this;
        }

        /**
         * Instantiates and opens all components. Spouts are active unless {@code topology.inactive} is set, but nothing
         * is executed before the first run.
         *
         * @throws TopologyException if a setting is wrong, or a component cannot be instantiated or opened, with the
         *     cause
         */
        public TopologyTest start() {
            return new TopologyTest(this);
        }
    }

    private TopologyTest(Builder settings) {
        atLeastOne("workers", settings.workers);
        atLeastOne("executors", settings.executors);
        ConfigKeys.check(settings.config, TopologyKeys.all());
        settings.topology.check(settings.config, Thread.currentThread().getContextClassLoader());
        // The simulated clock begins in 1970, and event times do not
        Config config = Config.empty()
                .with(TopologyKeys.SERIALIZE_ALWAYS, true)
                .with(TopologyKeys.EVENT_TIME_MAX_AHEAD, Duration.ofDays(36_500))
                .with(settings.config);
        components = new TestedComponents(settings.topology);
        settings.topology.components().forEach(component -> recordings.put(component.id(), new RecordedEvents()));
        feeding = new Feeding(components, settings.replaced);
        Observer observer = new Observer(recordings, feeding.feeds());
        SteppedTopologyBuilder run = SteppedTopology.of(settings.topology)
                .config(config)
                .executors(settings.executors)
                .seed(settings.seed)
                .instances(observer)
                .observer(observer);
        stepping = (settings.workers > 1 ? run.workers(settings.workers) : run).start();
    }

    private static void atLeastOne(String what, int number) {
        if (number < 1) {
            throw new TopologyException(what + " of a tested topology: " + number + ": it has at least 1");
        }
    }

    /** Returns a builder for a test of this topology. */
    public static Builder of(Topology topology) {
        return new Builder(Objects.requireNonNull(topology, "topology"));
    }

    // Feeding

    /**
     * Adds a tracked tuple, which a replaced or fed spout emits on its default stream in the next run. The tasks of the
     * spout take turns. A fed spout ({@link io.millrace.operators.Spouts#fed}) repeats it as in a service;
     * {@link #failure} returns why it has failed.
     *
     * @return its message id, as in {@link #acked}, {@link #failed} and {@link #pending}; ids of a test count up from 0
     * @throws TopologyException if the spout is neither replaced nor fed, the number of values is wrong, or a fed spout
     *     has no room or no worker
     */
    public long feed(String spout, Object... values) {
        return feeding.feed(stepping, spout, recordings.get(spout), values);
    }

    /**
     * Asks a fed spout, as {@link io.millrace.api.TopologyFunction#ask} does. It emits the request in the next run. In
     * {@link #acked}, {@link #failed} and {@link #pending} the id of the request is the returned future.
     *
     * @return future that is completed with the first answer, and fails with a {@link RequestException}
     * @throws TopologyException if there is no such spout, or the number of values is wrong
     */
    public CompletableFuture<Tuple> ask(String function, Object... values) {
        return feeding.ask(stepping, function, values);
    }

    /**
     * Returns why a tuple that was fed to a fed spout has failed, after all its repetitions.
     *
     * @param messageId result of {@link #feed}
     * @return null if it was processed, or has not ended
     */
    public Throwable failure(long messageId) {
        return feeding.failure(messageId);
    }

    /** Adds a tracked tuple on any stream, as {@link #feed} does on the default one. */
    public long feedTo(String spout, String stream, Object... values) {
        return feeding.feedTo(spout, stream, 0, values);
    }

    /** Adds a tracked tuple on a direct stream for one task that subscribed to it, as {@link #feed} does. */
    public long feedDirect(String spout, int task, String stream, Object... values) {
        return feeding.feedTo(spout, stream, task, values);
    }

    /** Adds an untracked tuple, which is neither acked nor failed, as {@link #feed} does a tracked one. */
    public void feedUntracked(String spout, Object... values) {
        feeding.feedUntracked(stepping, spout, values);
    }

    // Running

    /**
     * Runs until no component has work at the current simulated time. Fed tuples keep waiting if
     * {@code topology.max.spout.pending} is reached, the spouts are inactive or their worker is dead.
     *
     * @throws TopologyException if the topology never becomes idle, or was fed a value that cannot be emitted
     */
    public void run() {
        rest();
    }

    /**
     * Advances the simulated clock and runs all that is due meanwhile, such as ticks, time-outs and calls of spouts.
     * Afterwards no component has work at the current time.
     *
     * @throws TopologyException as {@link #run} does, or if {@code time} is negative
     */
    public void advance(Duration time) {
        runUntil(() -> false, time);
        rest();
    }

    /**
     * Runs until the condition holds, and advances the simulated clock whenever no component has work.
     *
     * @param most simulated time after which it gives up
     * @return false if the condition did not hold by then
     */
    public boolean runUntil(BooleanSupplier condition, Duration most) {
        if (most.isNegative()) {
            throw new TopologyException("time cannot pass by " + most + ": take a duration from 0");
        }
        boolean held = stepping.runUntil(condition, most);
        feeding.throwRefusal();
        return held;
    }

    private void rest() {
        int emissions = emissions();
        for (int turns = 0; !stepping.runUntilIdle(TURNS_AT_A_TIME); turns += TURNS_AT_A_TIME) {
            if (turns > MOST_TURNS || emissions() - emissions > MOST_EMISSIONS) {
                throw new TopologyException("the topology does not come to rest: its components emitted "
                        + (emissions() - emissions) + " tuples at one time: replace spouts that always have something"
                        + " by replaceSpout, or use runUntil");
            }
        }
        feeding.throwRefusal();
    }

    private int emissions() {
        return recordings.values().stream()
                .mapToInt(recording -> recording.emissions.size())
                .sum();
    }

    /** Returns the simulated time, as {@link io.millrace.api.TaskContext#nanoTime()} does. */
    public long nanoTime() {
        return stepping.nanoTime();
    }

    /** Activates or deactivates the spouts, with effect in the next run. */
    public void activate(boolean on) {
        stepping.activate(on);
    }

    // Faults

    /** Fails the next tuple that reaches any task of the bolt, instead of executing it. */
    public void failNext(String bolt) {
        inject(bolt, Fault.fail());
    }

    /** Applies a fault to tuples that reach any task of the bolt. */
    public void inject(String bolt, Fault fault) {
        components.require(bolt, false);
        recordings.get(bolt).faults.add(fault.new Armed());
    }

    /** Returns how many injected faults of all bolts still wait for tuples. */
    public int faultsLeft() {
        return recordings.values().stream()
                .mapToInt(recording -> recording.faults.size())
                .sum();
    }

    /** Returns the worker of each task of a component, in the order of the tasks. */
    public List<String> workersOf(String component) {
        return components.tasksOf(component).stream()
                .map(stepping.workerOfTask()::get)
                .toList();
    }

    /**
     * Kills a worker, as {@code kill -9} does: its components are not closed, and the tuples that it held are lost. In
     * the next run all trees fail that may have had a part there. Trees of its own spouts are forgotten;
     * {@link #failed} lists them although {@code fail} is not called.
     */
    public void kill(String worker) {
        stepping.kill(worker);
        dead.add(worker);
        stepping.workerOfTask().forEach((task, name) -> {
            if (name.equals(worker)) {
                recordings.values().forEach(recording -> recording.died(task));
            }
        });
    }

    /** Restarts a worker that was killed, with new instances of its components. */
    public void restart(String worker) {
        stepping.restart(worker);
        dead.remove(worker);
    }

    /**
     * Takes a snapshot of a topology that takes some, and runs until it is committed and sinks have committed it.
     *
     * @return id of the snapshot
     * @throws TopologyException if the topology takes no snapshots, a worker is dead, or the snapshot fails
     */
    public long snapshot() {
        return stepping.snapshot();
    }

    /** Kills all workers that run, as a loss of power does. */
    public void crash() {
        new TreeSet<>(stepping.workerOfTask().values()).forEach(worker -> {
            if (!dead.contains(worker)) {
                kill(worker);
            }
        });
    }

    /**
     * Restarts all dead workers. In the next run all tasks go back to the last snapshot, if the topology takes some.
     */
    public void restore() {
        List.copyOf(dead).forEach(this::restart);
    }

    /**
     * Lets the event time of all tasks of a bolt reach a time, with effect in the next run: timers that are due fire.
     *
     * @param millis milliseconds since 1970
     */
    public void watermark(String bolt, long millis) {
        components.require(bolt, false);
        stepping.watermark(bolt, millis);
    }

    // Results

    /**
     * Returns the values that all tasks of a component emitted on its default stream, in order. For a results bolt
     * ({@link io.millrace.operators.Bolts#results}) these are the values that a subscription would get.
     */
    public List<List<Object>> output(String component) {
        return output(component, Streams.DEFAULT);
    }

    /** Returns the values that all tasks of a component emitted on a stream, in order. */
    public List<List<Object>> output(String component, String stream) {
        ComponentSpec spec = components.require(component);
        if (spec.service().kind() == ServiceEnd.Kind.RESULTS && stream.equals(Streams.DEFAULT)) {
            return executed(component).stream().map(Tuple::values).toList();
        }
        List<String> streams = spec.outputs().stream().map(StreamSpec::name).toList();
        if (!streams.contains(stream)) {
            throw new TopologyException("component '" + component + "' does not declare the stream '" + stream + "': "
                    + (streams.isEmpty() ? "it emits nothing, ask for executed()" : "it has " + streams));
        }
        return emissions(component).stream()
                .filter(emission -> emission.stream().equals(stream))
                .map(Emission::values)
                .toList();
    }

    /** Returns all emissions of a component on all streams, in order. */
    public List<Emission> emissions(String component) {
        return List.copyOf(recording(component).emissions);
    }

    /**
     * Returns the tuples that a bolt's {@code execute} was called with, in order, without ticks and without injected
     * faults.
     */
    public List<Tuple> executed(String bolt) {
        components.require(bolt, false);
        return List.copyOf(recordings.get(bolt).executed);
    }

    /** Returns the errors that a component threw or reported, in order. */
    public List<Throwable> errors(String component) {
        return List.copyOf(recording(component).errors);
    }

    /** Returns the message ids of a spout's trees that were completely processed, in order. */
    public List<Object> acked(String spout) {
        components.require(spout, true);
        return new ArrayList<>(recordings.get(spout).acked);
    }

    /** Returns the message ids of a spout's trees that failed, timed out or were lost with a worker, in order. */
    public List<Object> failed(String spout) {
        components.require(spout, true);
        return new ArrayList<>(recordings.get(spout).failed);
    }

    /**
     * Returns the message ids of a spout's trees that have not ended, without tuples that were fed but not emitted yet.
     */
    public List<Object> pending(String spout) {
        components.require(spout, true);
        return recordings.get(spout).pending();
    }

    /** Returns the metrics of all workers that run, with the components' own counters. */
    public TopologyMetrics metrics() {
        return stepping.metrics();
    }

    /**
     * Returns the traces of sampled tuples that ended in the last minute of simulated time, as
     * {@code millrace latency --traces} shows them.
     */
    public TopologyTraces traces() {
        return stepping.traces();
    }

    /** Forgets all recorded emissions, executions, errors and ended trees. Pending trees are kept. */
    public void forget() {
        recordings.values().forEach(RecordedEvents::forget);
    }

    /** Closes the components of all workers that run, and removes temporary files. */
    @Override
    public void close() {
        stepping.close();
    }

    private RecordedEvents recording(String component) {
        components.require(component);
        return recordings.get(component);
    }
}
