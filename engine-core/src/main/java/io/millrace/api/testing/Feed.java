package io.millrace.api.testing;

import io.millrace.api.ComponentSpec;
import io.millrace.api.StreamSpec;
import io.millrace.api.error.TopologyException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The tuples that a test feeds to one replaced spout, dealt to its tasks round robin. Used by the thread of the test.
 */
final class Feed {

    /** One tuple. It is untracked without an id, and direct with a target. */
    record Fed(Long messageId, String stream, int targetTask, Object[] values) {}

    private final ComponentSpec spout;
    private final List<ArrayDeque<Fed>> waiting = new ArrayList<>();
    private int next;
    private RuntimeException refusal;

    Feed(ComponentSpec spout) {
        this.spout = spout;
        for (int i = 0; i < spout.tasks(); i++) {
            waiting.add(new ArrayDeque<>());
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
        waiting.get(next).add(new Fed(messageId, stream, targetTask, values.clone()));
        next = (next + 1) % waiting.size();
    }

    /** Returns the next tuple of the task with this index, or null. */
    Fed poll(int taskIndex) {
        return waiting.get(taskIndex).poll();
    }

    int size() {
        return waiting.stream().mapToInt(ArrayDeque::size).sum();
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
