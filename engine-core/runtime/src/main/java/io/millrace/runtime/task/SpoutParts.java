package io.millrace.runtime.task;

import io.millrace.runtime.tuple.StreamRef;
import java.util.List;

/** The parts of a spout task, by the points at which they are asked. Confined to the thread of the task's executor. */
final class SpoutParts extends TaskParts {

    private SpoutPart[] spouts;

    SpoutParts(List<? extends TaskPart> parts) {
        super(parts);
    }

    @Override
    void sort() {
        spouts = only(SpoutPart.class);
    }

    boolean hasRoom() {
        for (SpoutPart part : spouts) {
            if (!part.hasRoom()) {
                return false;
            }
        }
        return true;
    }

    void emits(StreamRef stream, Object[] values) {
        for (SpoutPart part : spouts) {
            part.emits(stream, values);
        }
    }

    boolean covers(Object messageId) {
        for (SpoutPart part : spouts) {
            if (part.covers(messageId)) {
                return true;
            }
        }
        return false;
    }

    boolean hasSentEnd() {
        for (SpoutPart part : spouts) {
            if (!part.hasSentEnd()) {
                return false;
            }
        }
        return true;
    }

    boolean isFinished() {
        for (SpoutPart part : spouts) {
            if (!part.isFinished()) {
                return false;
            }
        }
        return true;
    }

    void finishWithdrawn() {
        for (SpoutPart part : spouts) {
            part.finishWithdrawn();
        }
    }

    void look(long now, int trees, boolean stands) {
        for (SpoutPart part : spouts) {
            part.look(now, trees, stands);
        }
    }
}
