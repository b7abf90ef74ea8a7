// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.CommittingBolt;
import io.millrace.runtime.state.StateCapture;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The contribution of one task to a snapshot. The executor makes it, and the writer's thread encodes it.
 *
 * @param taskIndex index among the tasks of the component, from 0
 * @param copyNanos time that the executor took to make it
 * @param holdsWatermarks whether watermarks were on their way to the task or waited in it. They are not written, as
 *     their sources send them again
 */
public record TaskCapture(
        String component, int taskIndex, long copyNanos, List<Content> contents, boolean holdsWatermarks) {

    public TaskCapture {
        contents = List.copyOf(contents);
    }

    public TaskCapture(String component, int taskIndex, long copyNanos, List<Content> contents) {
        this(component, taskIndex, copyNanos, contents, false);
    }

    /** One part of a task's contribution. */
    public sealed interface Content {}

    /**
     * The states of a bolt.
     *
     * @param since id of the last snapshot that the task knew as committed; 0 for none. Blocks that have not changed
     *     are those that this snapshot contains
     */
    public record States(StateCapture capture, long since) implements Content {}

    /** The result of {@link io.millrace.api.ReplayableSpout#snapshot}; may be null. */
    public record Position(Object value) implements Content {}

    /** The results of {@link CommittingBolt#prepare} that were not yet committed. */
    public record Prepared(List<CommittingBolt.Prepared> handles) implements Content {}

    /** Encoded tuples that were on their way to the task. The bytes from position to limit do not change any more. */
    public record Channel(ByteBuffer tuples) implements Content {}

    /** Returns whether tuples were on their way, or watermarks, which let windows emit tuples. */
    public boolean holdsTuples() {
        return holdsWatermarks || contents.stream().anyMatch(Channel.class::isInstance);
    }

    /** Releases all captured objects. Any thread may call it, also after it was written. */
    public void release() {
        for (Content content : contents) {
            if (content instanceof States states) {
                states.capture().release();
            }
        }
    }
}
