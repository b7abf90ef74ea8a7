// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.api.ComponentSpec;
import io.millrace.api.StreamSpec;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The tuples that a test feeds to one replaced spout, which go to its tasks round robin. They are kept, as a spout that
 * is restored goes back. Used by the thread of the test.
 */
final class Feed {

    /** One tuple. It is untracked without an id, and direct with a target. */
    record Fed(Long messageId, String stream, int targetTask, Object[] values) {}

    private final ComponentSpec spout;
    private final List<List<Fed>> fed = new ArrayList<>();

    /** The number of emitted tuples of each task, by index. */
    private final int[] positions;

    /** What wakes the tasks that found nothing, by index. */
    private final Map<Integer, Runnable> wakeUps = new HashMap<>();

    private int next;
    private RuntimeException refusal;

    Feed(ComponentSpec spout) {
        this.spout = spout;
        this.positions = new int[spout.tasks()];
        for (int i = 0; i < spout.tasks(); i++) {
            fed.add(new ArrayList<>());
        }
    }

    void add(Long messageId, String stream, int targetTask, Object[] values) {
        StreamSpec declared = spout.outputs().stream()
                .filter(output -> output.name().equals(stream))
                .findFirst()
                .orElseThrow(() -> new TopologyException("spout '" + spout.id() + "' does not declare the stream '"
                        + stream + "': it has "
                        + spout.outputs().stream().map(StreamSpec::name).toList()));
        if (values.length != declared.fields().size()) {
            throw new TopologyException("stream '" + stream + "' of spout '" + spout.id() + "' has the fields "
                    + declared.fields() + ", " + values.length + " values were fed: feed one value per field");
        }
        if (declared.direct() != (targetTask > 0)) {
            throw new TopologyException("stream '" + stream + "' of spout '" + spout.id() + "' is "
                    + (declared.direct() ? "direct: use feedDirect" : "not direct: use feed or feedTo"));
        }
        fed.get(next).add(new Fed(messageId, stream, targetTask, values.clone()));
        Runnable wakeUp = wakeUps.remove(next);
        next = (next + 1) % fed.size();
        if (wakeUp != null) {
            wakeUp.run();
        }
    }

    /** Returns the next tuple of the task with this index, or null. */
    Fed poll(int taskIndex) {
        List<Fed> all = fed.get(taskIndex);
        return positions[taskIndex] < all.size() ? all.get(positions[taskIndex]++) : null;
    }

    /** Wakes the task with this index, once, when it is fed. */
    void whenFed(int taskIndex, Runnable wakeUp) {
        wakeUps.put(taskIndex, wakeUp);
    }

    int position(int taskIndex) {
        return positions[taskIndex];
    }

    /** Lets a task go on behind a number of its first tuples. */
    void goTo(int taskIndex, int position) {
        positions[taskIndex] = position;
    }

    /** Returns whether the engine lets the spout go back after a failure. */
    boolean isReplayed(Config config) {
        return spout.snapshots().replayable() && config.get(TopologyKeys.GUARANTEE) == Guarantee.EXACTLY_ONCE;
    }

    /** Keeps the error of a tuple that could not be emitted, for {@link #throwRefusal}. */
    void refused(RuntimeException cause) {
        refusal = cause;
    }

    void throwRefusal() {
        if (refusal != null) {
            RuntimeException cause = refusal;
            refusal = null;
            throw new TopologyException(
                    "spout '" + spout.id() + "' was fed a tuple that cannot be emitted: " + cause.getMessage(), cause);
        }
    }
}
