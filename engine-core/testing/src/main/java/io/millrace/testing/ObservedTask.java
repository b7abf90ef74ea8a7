// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.api.Tuple;
import io.millrace.runtime.task.EmissionPart;
import io.millrace.runtime.task.Task;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** Records the emissions, exceptions and reports of a task's component. Used by the thread of the test. */
abstract class ObservedTask implements EmissionPart {

    private final Task task;
    final RecordedEvents recording;

    /** The emissions that have not ended: bolts of the same executor run within an emission, perhaps this one too. */
    private final Deque<Emission> begun = new ArrayDeque<>();

    ObservedTask(Task task, RecordedEvents recording) {
        this.task = task;
        this.recording = recording;
    }

    @Override
    public void emits(
            String stream, Object messageId, Collection<? extends Tuple> anchors, int target, Object[] values) {
        Emission emission = new Emission(
                task.component(),
                task.id(),
                stream,
                Collections.unmodifiableList(Arrays.asList(values.clone())),
                recording.idOf(messageId),
                List.copyOf(anchors),
                target,
                task.context().nanoTime());
        begun.push(emission);
        recording.began(emission);
    }

    @Override
    public void emitted(boolean sent) {
        Emission emission = begun.pop();
        if (!sent) {
            recording.refused(emission);
        }
    }

    @Override
    public void failed(Throwable error) {
        recording.errors.add(error);
    }
}
