package io.millrace.runtime.task;

import java.util.List;
import java.util.Map;

/** A capability of the engine that takes part in tasks. There is one object per worker, which the threads of all executors call. */
public interface Capability {

    /** Returns what it does in a bolt task, which is being made; nothing for most. */
    default List<TaskPart> partsOf(BoltTask task) {
        return List.of();
    }

    /** Returns what it does in a spout task, which is being made; nothing for most. */
    default List<TaskPart> partsOf(SpoutTask task) {
        return List.of();
    }

    /** Whether tasks are opened with what it has kept of their predecessors, not before it has that. */
    default boolean restores() {
        return false;
    }

    /** Returns who takes messages on the control lane, by their kind, which is their first byte. */
    default Map<Byte, MessageHandler> messages() {
        return Map.of();
    }
}
