// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.config.TopologyKeys;
import java.nio.ByteBuffer;

/** Allocates room for the authors' own metrics of one worker. The threads of all executors call it. */
final class CustomArea {

    private final ByteBuffer memory;
    private final int bytes;
    private final int end;

    /** The end of the last entry. Guarded by this. */
    private int at;

    CustomArea(ByteBuffer memory, int start, int bytes) {
        this.memory = memory;
        this.bytes = bytes;
        this.at = start;
        this.end = start + bytes;
    }

    /**
     * Adds an entry and returns the position of its value.
     *
     * @param task position of the task
     * @param who caller, for the error's text
     * @throws IllegalArgumentException if there is no room
     */
    synchronized int add(CustomBlock.Kind kind, int task, byte[] name, String who) {
        int needed = CustomBlock.bytes(kind, name.length);
        if (needed > end - at) {
            throw new IllegalArgumentException(who + ", which needs " + needed + " bytes where " + (end - at) + " of "
                    + bytes + " are free in its worker: raise " + TopologyKeys.CUSTOM_METRICS_BYTES.name());
        }
        CustomBlock.write(memory, at, kind, task, name);
        int value = at + CustomBlock.VALUE;
        at += needed;
        return value;
    }
}
