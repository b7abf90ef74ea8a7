package io.millrace.testing;

import io.millrace.runtime.task.SpoutPart;
import io.millrace.runtime.task.SpoutTask;

/** Records how the trees of a spout task end, besides. Used by the thread of the test. */
final class ObservedTrees extends ObservedTask implements SpoutPart {

    private final int task;

    ObservedTrees(SpoutTask task, Recording recording) {
        super(task, recording);
        this.task = task.id();
    }

    @Override
    public void tells(Object messageId, boolean acked) {
        Object id = recording.idOf(messageId);
        if (acked) {
            recording.acked(task, id);
        } else {
            recording.failed(task, id);
        }
    }
}
