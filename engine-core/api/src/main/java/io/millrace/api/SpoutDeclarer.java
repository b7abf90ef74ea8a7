// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.TopologyException;
import java.time.Duration;

/** Configures a spout that was added to a {@link TopologyBuilder}. Not thread-safe. */
public final class SpoutDeclarer {

    private final ComponentDraft draft;

    SpoutDeclarer(ComponentDraft draft) {
        this.draft = draft;
    }

    /**
     * Sets the number of tasks, by default the parallelism. It may exceed the number of threads that run them.
     *
     * @param tasks the parallelism to 65,536
     */
    public SpoutDeclarer tasks(int tasks) {
        draft.tasks = tasks;
        return this;
    }

    /**
     * Sets the text that {@code millrace top} and {@code describe} show beside the id.
     *
     * @param name 1 to 256 printable characters
     */
    public SpoutDeclarer displayName(String name) {
        draft.displayName(name);
        return this;
    }

    /** Gives each task a thread of its own, because {@code nextTuple} may block. */
    public SpoutDeclarer blocking() {
        draft.blocking = true;
        return this;
    }

    /**
     * Gives each task a virtual thread of its own, as {@link #blocking()} does with other threads. A component may have
     * thousands of waiting tasks then. Virtual threads need Java 21 or later on all nodes: a worker on an older one
     * does not start.
     */
    public SpoutDeclarer virtual() {
        draft.blocking = true;
        draft.virtual = true;
        return this;
    }

    /**
     * Accepts that this spout cannot be read again, although the topology takes snapshots: tuples that it emits after a
     * snapshot are lost with a failure. Without this call such a spout is refused, unless it is a {@link
     * ReplayableSpout}.
     */
    public SpoutDeclarer allowUnreplayable() {
        draft.unreplayableAllowed = true;
        return this;
    }

    /**
     * Says which field of the spout's tuples has their event time, so that windows and timers by event time work
     * downstream: milliseconds since 1970 (a long), or an {@link java.time.Instant}. A task without tuples holds up the
     * event time of all tasks downstream.
     *
     * @param field a field of at least one output stream; tuples of streams without it have no event time
     * @param boundedLateness the most by which a tuple may be behind the latest earlier one of its task, 0 s to 3,650
     *     d. A tuple that is further behind may be late
     */
    public SpoutDeclarer eventTime(String field, Duration boundedLateness) {
        return eventTime(field, boundedLateness, Duration.ZERO);
    }

    /**
     * Sets the event time as {@link #eventTime(String, Duration)} does, for a spout whose tasks may have nothing to
     * emit for long.
     *
     * @param idleAfter the time without a tuple after which a task does not hold up others any more, and its next
     *     tuples may be late; up to 3,650 d; 0 s: never
     */
    public SpoutDeclarer eventTime(String field, Duration boundedLateness, Duration idleAfter) {
        if (field == null || field.isBlank() || boundedLateness == null || idleAfter == null) {
            throw new TopologyException(
                    draft.where() + ": its event time is not complete: give the field, the lateness and the time"
                            + " after which it is idle");
        }
        draft.eventTime = EventTime.of(field, boundedLateness, idleAfter);
        return this;
    }

    /**
     * Confines the tasks to nodes of these regions ({@code node.region}), because their data must not leave them. A
     * submission is refused while no node of these regions is up, and tasks wait for such a node rather than run
     * elsewhere. Local mode has one node, which belongs to all regions.
     *
     * @param regions at least one
     */
    public SpoutDeclarer regions(String... regions) {
        draft.regions(regions);
        return this;
    }

    /** Sets a key for this component only. It overrides the value of the topology, see {@link TaskContext#config()}. */
    public SpoutDeclarer set(String key, Object value) {
        draft.set(key, value);
        return this;
    }

    /**
     * Estimates how many tuples per second each task emits on its default stream. The scheduler uses the estimate for
     * the first placement, before anything is measured. Only ratios between spouts and streams matter.
     *
     * @param tuplesPerSecond 0 to 10^9; 1 if not set
     */
    public SpoutDeclarer rate(double tuplesPerSecond) {
        return rate(Streams.DEFAULT, tuplesPerSecond);
    }

    /** Estimates the rate of another stream, as {@link #rate(double)} does for the default one. */
    public SpoutDeclarer rate(String stream, double tuplesPerSecond) {
        draft.hint("rate", stream, tuplesPerSecond);
        return this;
    }
}
