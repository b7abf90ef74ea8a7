package io.millrace.api.testing;

import io.millrace.api.ComponentSpec;
import io.millrace.api.StreamSpec;
import io.millrace.api.Streams;
import io.millrace.api.Topology;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKeys;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.spi.Stepping;
import io.millrace.api.spi.SteppingProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * A topology in a unit test: runs on the thread that calls it, and only within these calls, with a simulated clock. The
 * same topology, settings, seed and calls give the same run; other seeds take turns in another order. For one thread.
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
 * <p>All that components emit, execute and throw is kept until {@link #forget}; it can be asked for after {@link #close}
 * too. Lists are copies. A component, stream or worker that does not exist is a {@link TopologyException} that names
 * those that do.
 */
public final class TopologyTest implements AutoCloseable {

    /** A spout that was quiet for long is asked again after this time at most. */
    private static final Duration ASKED_AGAIN = Duration.ofMillis(20);

    private static final int TURNS_AT_A_TIME = 1_000;
    private static final int MOST_TURNS = 10_000_000;
    private static final int MOST_EMISSIONS = 1_000_000;

    private final Map<String, ComponentSpec> components = new LinkedHashMap<>();
    private final Map<String, Recording> recordings = new LinkedHashMap<>();
    private final Map<String, Feed> feeds = new LinkedHashMap<>();
    private final Stepping stepping;
    private long nextMessageId;

    /** Describes how a topology is run; nothing is opened yet. */
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

        /** The topology's settings; those of engines and unknown ones are refused by {@link #start}. */
        public Builder config(Config settings) {
            config = Objects.requireNonNull(settings, "config");
            return this;
        }

        /** Decides the order of turns and all random choices; default 1. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /**
         * Spreads the tasks over so many workers, in turn; default 1. Several exchange tuples over rings in a temporary
         * directory, which {@link TopologyTest#close} removes.
         */
        public Builder workers(int count) {
            workers = count;
            return this;
        }

        /** Threads that each worker would have; default 1. What shares none is handed over by queues. */
        public Builder executors(int perWorker) {
            executors = perWorker;
            return this;
        }

        /** Emits what the test feeds instead of what the author's spout would; that one is not even made. */
        public Builder replaceSpout(String spout) {
            replaced.add(spout);
            return this;
        }

        /**
         * Makes and opens all components; spouts are active, but nothing is executed before the first run.
         *
         * @throws TopologyException if a setting is wrong, or a component cannot be made or opened, with its cause
         */
        public TopologyTest start() {
            return new TopologyTest(this);
        }
    }

    private TopologyTest(Builder settings) {
        atLeastOne("workers", settings.workers);
        atLeastOne("executors", settings.executors);
        ConfigKeys.check(settings.config, TopologyKeys.all());
        for (ComponentSpec component : settings.topology.components()) {
            components.put(component.id(), component);
            recordings.put(component.id(), new Recording());
        }
        settings.replaced.forEach(spout -> feeds.put(spout, new Feed(require(spout, true))));
        stepping = SteppingProvider.load()
                .start(new SteppingProvider.Plan(
                        settings.topology,
                        settings.config,
                        settings.workers,
                        settings.executors,
                        settings.seed,
                        new Observer(recordings, feeds)));
    }

    private static void atLeastOne(String what, int number) {
        if (number < 1) {
            throw new TopologyException(what + " of a tested topology: " + number + ": it has at least 1");
        }
    }

    public static Builder of(Topology topology) {
        return new Builder(Objects.requireNonNull(topology, "topology"));
    }

    // Feeding

    /**
     * Lets a replaced spout emit a tracked tuple on its default stream in the next run; its tasks take turns.
     *
     * @return its message id, which {@link #acked}, {@link #failed} and {@link #pending} name: 0, 1, 2 ... in a test
     */
    public long feed(String spout, Object... values) {
        return feedTo(spout, Streams.DEFAULT, values);
    }

    /** The same on any stream. */
    public long feedTo(String spout, String stream, Object... values) {
        feedOf(spout).add(nextMessageId, stream, 0, values);
        return nextMessageId++;
    }

    /** The same to one task of a component that subscribed to this stream by direct grouping. */
    public long feedDirect(String spout, int task, String stream, Object... values) {
        feedOf(spout).add(nextMessageId, stream, task, values);
        return nextMessageId++;
    }

    /** The same on the default stream and untracked: it is neither acked nor failed. */
    public void feedUntracked(String spout, Object... values) {
        feedOf(spout).add(null, Streams.DEFAULT, 0, values);
    }

    // Running

    /**
     * Runs until nothing is left to do at the present time. Time stands still, but for at most 20 ms if a spout that was
     * fed has been quiet for long, as spouts are then asked less often. What was fed stays waiting if
     * {@code topology.max.spout.pending} holds it back, the spouts are inactive, or their worker is dead.
     *
     * @throws TopologyException if it never comes to rest, or was fed a value that the engine does not take
     */
    public void run() {
        rest();
        int fed = waiting();
        while (fed > 0) {
            int before = fed;
            stepping.runUntil(() -> waiting() < before, ASKED_AGAIN);
            rest();
            fed = waiting();
            if (fed == before) {
                return;
            }
        }
    }

    /**
     * Lets this much time pass, with all that is due in it: ticks, time-outs, spouts' next calls; afterwards nothing is
     * left to do at the present time.
     *
     * @throws TopologyException as {@link #run} does, or if {@code time} is negative
     */
    public void advance(Duration time) {
        runUntil(() -> false, time);
        rest();
    }

    /**
     * Runs until the condition holds, and lets time pass whenever nothing is left to do.
     *
     * @param most simulated time that may pass
     * @return false if the condition does not hold after it
     */
    public boolean runUntil(BooleanSupplier condition, Duration most) {
        if (most.isNegative()) {
            throw new TopologyException("time cannot pass by " + most + ": take a duration from 0");
        }
        boolean held = stepping.runUntil(condition, most);
        feeds.values().forEach(Feed::throwRefusal);
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
        feeds.values().forEach(Feed::throwRefusal);
    }

    private int emissions() {
        return recordings.values().stream()
                .mapToInt(recording -> recording.emissions.size())
                .sum();
    }

    private int waiting() {
        return feeds.values().stream().mapToInt(Feed::size).sum();
    }

    /** The simulated time, as {@link io.millrace.api.TaskContext#nanoTime()} tells it. */
    public long nanoTime() {
        return stepping.nanoTime();
    }

    /** Activates or deactivates the spouts, which hear of it in the next run. */
    public void activate(boolean on) {
        stepping.activate(on);
    }

    // Faults

    /** Fails the next tuple that reaches any task of the bolt, instead of executing it. */
    public void failNext(String bolt) {
        inject(bolt, Fault.fail());
    }

    /** Lets a fault befall tuples that reach any task of the bolt. */
    public void inject(String bolt, Fault fault) {
        require(bolt, false);
        recordings.get(bolt).faults.add(fault.new Armed());
    }

    /** How many faults still wait for tuples, of all bolts: 0 if the test injected none that did not happen. */
    public int faultsLeft() {
        return recordings.values().stream()
                .mapToInt(recording -> recording.faults.size())
                .sum();
    }

    /** In which worker each task of a component runs, by their order. */
    public List<String> workersOf(String component) {
        return tasksOf(component).stream().map(stepping.workerOfTask()::get).toList();
    }

    /**
     * Ends a worker without a word, as {@code kill -9} does: its components are not closed, what it held is lost. Trees
     * that may have had a part in it fail in the next run; those of its own spouts are forgotten with it, and count as
     * failed here although no {@code fail} is called.
     */
    public void kill(String worker) {
        stepping.kill(worker);
        stepping.workerOfTask().forEach((task, name) -> {
            if (name.equals(worker)) {
                recordings.values().forEach(recording -> recording.died(task));
            }
        });
    }

    /** Starts a worker again that was killed, with new instances of its components. */
    public void restart(String worker) {
        stepping.restart(worker);
    }

    // What happened

    /** The values that all tasks of a component emitted on its default stream, in order. */
    public List<List<Object>> output(String component) {
        return output(component, Streams.DEFAULT);
    }

    /** The values that all tasks of a component emitted on a stream, in order. */
    public List<List<Object>> output(String component, String stream) {
        ComponentSpec spec = require(component);
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

    /** All that a component emitted, on all streams, in order. */
    public List<Emission> emissions(String component) {
        return List.copyOf(recording(component).emissions);
    }

    /** The tuples that a bolt's {@code execute} was called with, in order; without ticks and those that a fault befell. */
    public List<Tuple> executed(String bolt) {
        require(bolt, false);
        return List.copyOf(recordings.get(bolt).executed);
    }

    /** What a component's calls threw, or it reported, in order. */
    public List<Throwable> errors(String component) {
        return List.copyOf(recording(component).errors);
    }

    /** Message ids of a spout's trees that were processed completely, in order. */
    public List<Object> acked(String spout) {
        require(spout, true);
        return new ArrayList<>(recordings.get(spout).acked);
    }

    /** Message ids of a spout's trees that failed, timed out or were lost with a worker, in order. */
    public List<Object> failed(String spout) {
        require(spout, true);
        return new ArrayList<>(recordings.get(spout).failed);
    }

    /** Message ids of a spout's trees that are under way; what was fed and not emitted yet is not. */
    public List<Object> pending(String spout) {
        require(spout, true);
        return recordings.get(spout).pending();
    }

    /** The engine's counts, and the components' own; of workers that run. */
    public TopologyMetrics metrics() {
        return stepping.metrics();
    }

    /** Forgets all emissions, executions, errors and outcomes so far; what is under way stays. */
    public void forget() {
        recordings.values().forEach(Recording::forget);
    }

    /** Closes the components of workers that run, and removes what was made. */
    @Override
    public void close() {
        stepping.close();
    }

    private List<Integer> tasksOf(String component) {
        int first = 1;
        for (ComponentSpec spec : components.values()) {
            if (spec.id().equals(component)) {
                break;
            }
            first += spec.tasks();
        }
        List<Integer> tasks = new ArrayList<>();
        for (int i = 0; i < require(component).tasks(); i++) {
            tasks.add(first + i);
        }
        return tasks;
    }

    private Feed feedOf(String spout) {
        require(spout, true);
        Feed feed = feeds.get(spout);
        if (feed == null) {
            throw new TopologyException("spout '" + spout + "' is the author's own: call replaceSpout(\"" + spout
                    + "\") before start to feed it");
        }
        return feed;
    }

    private Recording recording(String component) {
        require(component);
        return recordings.get(component);
    }

    private ComponentSpec require(String component, boolean spout) {
        ComponentSpec spec = require(component);
        if (spout != (spec.kind() == ComponentSpec.Kind.SPOUT)) {
            throw new TopologyException("component '" + component + "' is a " + (spout ? "bolt" : "spout") + ": name a "
                    + (spout ? "spout" : "bolt"));
        }
        return spec;
    }

    private ComponentSpec require(String component) {
        ComponentSpec spec = components.get(component);
        if (spec == null) {
            throw new TopologyException(
                    "there is no component '" + component + "': the topology has " + components.keySet());
        }
        return spec;
    }
}
