// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import java.util.List;
import java.util.Map;

/**
 * A capability of the engine that takes part in tasks. The threads of all executors of a worker call its one object.
 */
public interface Capability {

    /** Returns the capability's parts of a bolt task, which is being made; none for most tasks. */
    default List<TaskPart> partsOf(BoltTask task) {
        return List.of();
    }

    /** Returns the capability's parts of a spout task, which is being made; none for most tasks. */
    default List<TaskPart> partsOf(SpoutTask task) {
        return List.of();
    }

    /**
     * Returns whether tasks wait for content of their predecessors, which the capability has kept, before they open.
     */
    default boolean restores() {
        return false;
    }

    /** Returns the handlers of messages on the control lane, by their kind, which is their first byte. */
    default Map<Byte, MessageHandler> messages() {
        return Map.of();
    }
}
