// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.runtime.task.SpoutPart;
import io.millrace.runtime.task.SpoutTask;

/** Records the ends of a spout task's trees too. Used by the thread of the test. */
final class ObservedTrees extends ObservedTask implements SpoutPart {

    private final int task;

    ObservedTrees(SpoutTask task, RecordedEvents recording) {
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
