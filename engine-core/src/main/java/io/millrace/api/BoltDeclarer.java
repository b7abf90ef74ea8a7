package io.millrace.api;

import io.millrace.api.error.TopologyException;
import java.time.Duration;

/**
 * Settings and subscriptions of a bolt that was just added to a {@link TopologyBuilder}. The short forms subscribe to the
 * source's default stream, {@link #subscribe} to any; what a grouping does is said in {@link Grouping}.
 */
public final class BoltDeclarer {

    private final ComponentDraft draft;

    BoltDeclarer(ComponentDraft draft) {
        this.draft = draft;
    }

    /** The number of instances; more than the threads that run them is fine. Default: the parallelism given. */
    public BoltDeclarer tasks(int tasks) {
        draft.tasks = tasks;
        return this;
    }

    /** Lets these tasks have a thread of their own each, because {@code execute} may block. */
    public BoltDeclarer blocking() {
        draft.blocking = true;
        return this;
    }

    /** A setting for this component alone, which lies over the topology's; see {@link TaskContext#config()}. */
    public BoltDeclarer set(String key, Object value) {
        draft.set(key, value);
        return this;
    }

    /**
     * A hint for the first placement, while nothing is measured: about how many tuples a task emits on its default stream for
     * each tuple that it gets, such as 10 if it splits sentences, or 0.01 if it filters or sums up; 0 to 10^9, default 1.
     */
    public BoltDeclarer selectivity(double tuplesPerInput) {
        return selectivity(Streams.DEFAULT, tuplesPerInput);
    }

    /** As {@link #selectivity(double)}, of another stream. */
    public BoltDeclarer selectivity(String stream, double tuplesPerInput) {
        draft.hint("selectivity", stream, tuplesPerInput);
        return this;
    }

    /** A tick tuple ({@link Tuple#isTick()}) comes about this often, between other tuples; 1 ms to 24 h. */
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

    /** Subscribes by {@link Grouping.LocalOrShuffle}. */
    public BoltDeclarer localOrShuffle(String source) {
        return subscribe(source, Streams.DEFAULT, new Grouping.LocalOrShuffle());
    }

    /** Subscribes by {@link Grouping.ByFields}: equal values of these fields go to the same task. */
    public BoltDeclarer fields(String source, String... fields) {
        return subscribe(source, Streams.DEFAULT, new Grouping.ByFields(key(fields)));
    }

    /** Subscribes by {@link Grouping.PartialKey}: equal values of these fields go to one of two tasks. */
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

    /** Subscribes by the author's own rule, which is serialized at once. */
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
