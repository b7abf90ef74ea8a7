package io.millrace.runtime.task;

import io.millrace.api.Component;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The parts of one task, by the points at which they are asked. Confined to the thread of the task's executor. */
abstract class TaskParts {

    private static final TaskPart[] NONE = {};

    private TaskPart[] all;
    private TurnPart[] turns;
    private TaskPart[] polled = NONE;

    TaskParts(List<? extends TaskPart> parts) {
        set(parts.toArray(TaskPart[]::new));
    }

    private void set(TaskPart[] parts) {
        all = parts;
        turns = only(TurnPart.class);
        sort();
    }

    /** The parts are others from now on: puts them where they are asked. */
    abstract void sort();

    /** Returns those of this type, in their order. */
    @SuppressWarnings("unchecked")
    final <T> T[] only(Class<T> type) {
        return Stream.of(all).filter(type::isInstance).toArray(size -> (T[]) Array.newInstance(type, size));
    }

    /** Returns the first one of this type. */
    final <T> Optional<T> find(Class<T> type) {
        return Stream.of(all).filter(type::isInstance).map(type::cast).findFirst();
    }

    /** The component's instance was made: keeps the parts that are of use for it. */
    final void made(Component instance, TaskRestore from) {
        TaskPart[] asked = all;
        List<TaskPart> kept = new ArrayList<>();
        for (TaskPart part : asked) {
            // One that is asked finds those before it that were kept
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

    final void drop() {
        for (TaskPart part : all) {
            part.drop();
        }
    }

    final boolean isReady() {
        for (TurnPart part : turns) {
            if (part.isReady()) {
                return true;
            }
        }
        return false;
    }

    final long deadline(boolean blocked) {
        long next = TaskPart.NEVER;
        for (TurnPart part : turns) {
            next = Math.min(next, part.deadline(blocked));
        }
        return next;
    }

    final int begin(long now, int budget) {
        int work = 0;
        for (TurnPart part : turns) {
            work += part.begin(now, budget);
        }
        return work;
    }

    final int work(long now, int budget) {
        int work = 0;
        for (TurnPart part : turns) {
            work += part.work(now, budget);
        }
        return work;
    }

    final void end() {
        for (TurnPart part : turns) {
            part.end();
        }
    }
}
