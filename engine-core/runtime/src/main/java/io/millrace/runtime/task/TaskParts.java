// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Component;
import io.millrace.api.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The parts of one task, by the points at which they are called. Confined to the thread of the task's executor. */
abstract class TaskParts {

    private static final TaskPart[] NONE = {};

    private TaskPart[] all;
    TurnPart turns;
    private EmissionPart[] emissions;
    private TaskPart[] polled = NONE;

    TaskParts(List<? extends TaskPart> parts) {
        set(parts.toArray(TaskPart[]::new));
    }

    private void set(TaskPart[] parts) {
        all = parts;
        turns = only(TurnPart.class).reduce(BothTurnParts::new).orElse(TurnPart.NONE);
        emissions = only(EmissionPart.class).toArray(EmissionPart[]::new);
        sort();
    }

    /** Sorts the parts, which have changed, by the points at which they are called. */
    abstract void sort();

    /** Returns the parts of this type, in their order. */
    final <T> Stream<T> only(Class<T> type) {
        return Stream.of(all).filter(type::isInstance).map(type::cast);
    }

    /** Returns the first part of this type. */
    final <T> Optional<T> find(Class<T> type) {
        return only(type).findFirst();
    }

    /** The component's instance was made: keeps the parts that are of use for it. */
    final void made(Component instance, TaskRestore from) {
        TaskPart[] asked = all;
        List<TaskPart> kept = new ArrayList<>();
        for (TaskPart part : asked) {
            // A part that is asked finds those before it that were kept
            all = kept.toArray(NONE);
            if (part.made(instance, from)) {
                kept.add(part);
            }
        }
        set(kept.toArray(NONE));
    }

    final void opened(TaskRestore from) {
        for (TaskPart part : all) {
            part.opened(from);
        }
        polled = Stream.of(all).filter(TaskPart::isPolled).toArray(TaskPart[]::new);
    }

    final boolean isPolled() {
        return polled.length > 0;
    }

    final boolean poll(long now) {
        boolean found = false;
        for (TaskPart part : polled) {
            found |= part.poll(now);
        }
        return found;
    }

    final void pathChanged(int other) {
        for (TaskPart part : all) {
            part.pathChanged(other);
        }
    }

    final void publish() {
        for (TaskPart part : all) {
            part.publish();
        }
    }

    final void closed() {
        for (TaskPart part : all) {
            part.closed();
        }
    }

    final void failed(Throwable error) {
        for (TaskPart part : all) {
            part.failed(error);
        }
    }

    /** Returns whether a part follows the emissions of the component. */
    final boolean followsEmissions() {
        return emissions.length > 0;
    }

    /**
     * See {@link EmissionPart#emits}.
     *
     * @param one anchor; null for none, or if there are several
     * @param many anchors; null for none, or if there is one
     */
    final void emissionBegins(
            String stream, Object messageId, Tuple one, Collection<? extends Tuple> many, int target, Object[] values) {
        for (EmissionPart part : emissions) {
            Collection<? extends Tuple> anchors = one != null ? List.of(one) : many != null ? many : List.of();
            part.emits(stream, messageId, anchors, target, values);
        }
    }

    final void emissionEnds(boolean sent) {
        for (EmissionPart part : emissions) {
            part.emitted(sent);
        }
    }

    final void drop() {
        for (TaskPart part : all) {
            part.drop();
        }
    }
}
