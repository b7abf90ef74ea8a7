// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.TopologyException;
import java.time.Duration;

/**
 * Configures a bolt that was added to a {@link TopologyBuilder}, and subscribes it to streams. The short methods
 * subscribe to the default stream of a component, {@link #subscribe} to any stream. {@link Grouping} explains the
 * groupings. Not thread-safe.
 */
public final class BoltDeclarer {

    private final ComponentDraft draft;

    BoltDeclarer(ComponentDraft draft) {
        this.draft = draft;
    }

    /**
     * Sets the number of tasks, by default the parallelism. It may exceed the number of threads that run them.
     *
     * @param tasks the parallelism to 65,536
     */
    public BoltDeclarer tasks(int tasks) {
        draft.tasks = tasks;
        return this;
    }

    /**
     * Sets the text that {@code millrace top} and {@code describe} show beside the id.
     *
     * @param name 1 to 256 printable characters
     */
    public BoltDeclarer displayName(String name) {
        draft.displayName(name);
        return this;
    }

    /** Gives each task a thread of its own, because {@code execute} may block. */
    public BoltDeclarer blocking() {
        draft.blocking = true;
        return this;
    }

    /**
     * Gives each task a virtual thread of its own, as {@link #blocking()} does with other threads. A component may have
     * thousands of waiting tasks then. Virtual threads need Java 21 or later on all nodes: a worker on an older one
     * does not start.
     */
    public BoltDeclarer virtual() {
        draft.blocking = true;
        draft.virtual = true;
        return this;
    }

    /**
     * Confines the tasks to nodes of these regions ({@code node.region}), because their data must not leave them. A
     * submission is refused while no node of these regions is up, and tasks wait for such a node rather than run
     * elsewhere. Local mode has one node, which belongs to all regions.
     *
     * @param regions at least one
     */
    public BoltDeclarer regions(String... regions) {
        draft.regions(regions);
        return this;
    }

    /** Sets a key for this component only. It overrides the value of the topology, see {@link TaskContext#config()}. */
    public BoltDeclarer set(String key, Object value) {
        draft.set(key, value);
        return this;
    }

    /**
     * Estimates how many tuples a task emits on its default stream for each tuple that it receives: 10 for a bolt that
     * splits sentences into ten words, 0.01 for one that filters or sums up. The scheduler uses the estimate for the
     * first placement, before anything is measured.
     *
     * @param tuplesPerInput 0 to 10^9; 1 if not set
     */
    public BoltDeclarer selectivity(double tuplesPerInput) {
        return selectivity(Streams.DEFAULT, tuplesPerInput);
    }

    /** Estimates the same ratio as {@link #selectivity(double)} for another stream. */
    public BoltDeclarer selectivity(String stream, double tuplesPerInput) {
        draft.hint("selectivity", stream, tuplesPerInput);
        return this;
    }

    /**
     * Sends a tick tuple ({@link Tuple#isTick()}) to each task at about this interval, between other tuples.
     *
     * @param interval 1 ms to 24 h
     */
    public BoltDeclarer tickEvery(Duration interval) {
        ComponentChecks.tickMistake(draft.where(), require("interval of ticks", interval))
                .ifPresent(mistake -> {
                    throw new TopologyException(mistake);
                });
        draft.tick = interval;
        return this;
    }

    /** Subscribes by {@link Grouping.Shuffle}. */
    public BoltDeclarer shuffle(String source) {
        return subscribe(source, Streams.DEFAULT, new Grouping.Shuffle());
    }

    /** Subscribes by {@link Grouping.Shuffle} to another stream than the default one. */
    public BoltDeclarer shuffle(String source, String stream) {
        return subscribe(source, stream, new Grouping.Shuffle());
    }

    /** Subscribes by {@link Grouping.LocalOrShuffle}. */
    public BoltDeclarer localOrShuffle(String source) {
        return subscribe(source, Streams.DEFAULT, new Grouping.LocalOrShuffle());
    }

    /**
     * Subscribes by {@link Grouping.FirstIdle}: the first free task gets a tuple, and tuples wait at their source until
     * a task is free.
     */
    public BoltDeclarer firstIdle(String source) {
        return subscribe(source, Streams.DEFAULT, new Grouping.FirstIdle());
    }

    /** Subscribes by {@link Grouping.FirstIdle} to another stream than the default one. */
    public BoltDeclarer firstIdle(String source, String stream) {
        return subscribe(source, stream, new Grouping.FirstIdle());
    }

    /** Subscribes by {@link Grouping.ByFields}: equal values of these fields reach the same task. */
    public BoltDeclarer fields(String source, String... fields) {
        return subscribe(source, Streams.DEFAULT, new Grouping.ByFields(key(fields)));
    }

    /** Subscribes by {@link Grouping.PartialKey}: equal values of these fields reach one of two tasks. */
    public BoltDeclarer partialKey(String source, String... fields) {
        return subscribe(source, Streams.DEFAULT, new Grouping.PartialKey(key(fields)));
    }

    /** Subscribes by {@link Grouping.All}. */
    public BoltDeclarer all(String source) {
        return subscribe(source, Streams.DEFAULT, new Grouping.All());
    }

    /** Subscribes by {@link Grouping.Global}. */
    public BoltDeclarer global(String source) {
        return subscribe(source, Streams.DEFAULT, new Grouping.Global());
    }

    /** Subscribes by {@link Grouping.Direct} to a stream that was declared direct. */
    public BoltDeclarer direct(String source, String stream) {
        return subscribe(source, stream, new Grouping.Direct());
    }

    /** Subscribes by the author's own rule. The rule is serialized by this call. */
    public BoltDeclarer custom(String source, CustomGrouping rule) {
        String where = draft.where() + ": custom grouping of " + Names.quoted(require("source", source));
        return subscribe(source, Streams.DEFAULT, Grouping.Custom.of(where, require("custom grouping", rule)));
    }

    /** Subscribes to any stream of a component with any grouping. */
    public BoltDeclarer subscribe(String source, String stream, Grouping grouping) {
        draft.inputs.add(
                new Subscription(require("source", source), require("stream", stream), require("grouping", grouping)));
        return this;
    }

    private Fields key(String... fields) {
        try {
            return Fields.of(fields);
        } catch (IllegalArgumentException e) {
            throw new TopologyException(draft.where() + ": " + e.getMessage(), e);
        }
    }

    private <T> T require(String what, T value) {
        if (value == null) {
            throw new TopologyException(draft.where() + ": " + what + " is null: give one");
        }
        return value;
    }
}
