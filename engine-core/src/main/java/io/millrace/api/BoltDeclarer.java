package io.millrace.api;

import java.time.Duration;
import java.util.Objects;

/** Settings and subscriptions of a bolt that was just added to a {@link TopologyBuilder}. */
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

    /** A setting for this component alone. */
    public BoltDeclarer set(String key, Object value) {
        draft.settings.put(Objects.requireNonNull(key), String.valueOf(value));
        return this;
    }

    /** A tick tuple ({@link Tuple#isTick()}) comes about this often, between other tuples; at least 1 ms. */
    public BoltDeclarer tickEvery(Duration interval) {
        draft.tickNanos = interval.toNanos();
        return this;
    }

    public BoltDeclarer shuffle(String source) {
        return subscribe(source, Streams.DEFAULT, new Grouping.Shuffle());
    }

    public BoltDeclarer localOrShuffle(String source) {
        return subscribe(source, Streams.DEFAULT, new Grouping.LocalOrShuffle());
    }

    public BoltDeclarer fields(String source, String... fields) {
        return subscribe(source, Streams.DEFAULT, new Grouping.ByFields(Fields.of(fields)));
    }

    public BoltDeclarer partialKey(String source, String... fields) {
        return subscribe(source, Streams.DEFAULT, new Grouping.PartialKey(Fields.of(fields)));
    }

    public BoltDeclarer all(String source) {
        return subscribe(source, Streams.DEFAULT, new Grouping.All());
    }

    public BoltDeclarer global(String source) {
        return subscribe(source, Streams.DEFAULT, new Grouping.Global());
    }

    public BoltDeclarer direct(String source, String stream) {
        return subscribe(source, stream, new Grouping.Direct());
    }

    /** Subscribes by the author's own rule, which is serialized at once. */
    public BoltDeclarer custom(String source, CustomGrouping rule) {
        String where = "component '" + draft.id + "': custom grouping of '" + source + "'";
        return subscribe(source, Streams.DEFAULT, Grouping.Custom.of(where, rule));
    }

    /** Subscribes to any stream of a component with any grouping. */
    public BoltDeclarer subscribe(String source, String stream, Grouping grouping) {
        draft.inputs.add(new Subscription(source, stream, grouping));
        return this;
    }
}
