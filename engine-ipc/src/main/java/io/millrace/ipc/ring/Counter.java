// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.memory.MappedMemory;

/** A counter in the ring's file that only the consumer writes. */
final class Counter {
    private final MappedMemory memory;
    private final int offset;

    Counter(MappedMemory memory, int offset) {
        this.memory = memory;
        this.offset = offset;
    }

    void add(long count) {
        memory.putPlain(offset, memory.getPlain(offset) + count);
    }
}
