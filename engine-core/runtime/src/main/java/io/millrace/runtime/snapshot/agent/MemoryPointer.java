// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.runtime.snapshot.Pointer;

/** A pointer that ends with its process, for topologies that do too. Any thread may call it. */
public final class MemoryPointer implements PointerStore {

    private Pointer pointer = Pointer.NONE;
    private long version;

    @Override
    public synchronized Seen read() {
        return new Seen(pointer, version);
    }

    @Override
    public synchronized long set(long expected, Pointer next) throws ReplacedException {
        if (expected != version) {
            throw new ReplacedException("the pointer has version " + version + " instead of " + expected);
        }
        pointer = next;
        return ++version;
    }
}
