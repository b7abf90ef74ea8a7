package io.millrace.runtime.snapshot.store;

import io.millrace.api.CommittingBolt;
import io.millrace.runtime.state.StateCapture;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What one task gives to a snapshot. The executor makes it, and the writer's thread encodes it.
 *
 * @param taskIndex among the tasks of the component, from 0
 * @param copyNanos how long the executor took to make it
 * @param holdsWatermarks whether watermarks were on their way to the task or waited in it. They are not written, as their sources tell them again
 */
public record TaskCapture(
        String component, int taskIndex, long copyNanos, List<Content> contents, boolean holdsWatermarks) {

    public TaskCapture {
        contents = List.copyOf(contents);
    }

    public TaskCapture(String component, int taskIndex, long copyNanos, List<Content> contents) {
        this(component, taskIndex, copyNanos, contents, false);
    }

    /** One thing that a task gives. */
    public sealed interface Content {}

    /**
     * The states of a bolt.
     *
     * @param since id of the last snapshot of which the task had heard that it was committed; 0 for none. Blocks that have not
     *     changed are those that this one contains
     */
    public record States(StateCapture capture, long since) implements Content {}

    /** What {@link io.millrace.api.ReplayableSpout#snapshot} has returned; may be null. */
    public record Position(Object value) implements Content {}

    /** What {@link CommittingBolt#prepare} has returned, and was not yet committed. */
    public record Prepared(List<CommittingBolt.Prepared> handles) implements Content {}

    /** Encoded tuples that were on their way to the task. The bytes from position to limit do not change any more. */
    public record Channel(ByteBuffer tuples) implements Content {}

    /** Returns whether tuples were on their way, or watermarks, which let windows emit tuples. */
    public boolean holdsTuples() {
        return holdsWatermarks || contents.stream().anyMatch(Channel.class::isInstance);
    }

    /** Releases all that was captured. Any thread may call it, also after it was written. */
    public void release() {
        for (Content content : contents) {
            if (content instanceof States states) {
                states.capture().release();
            }
        }
    }
}
