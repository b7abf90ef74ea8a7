// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A capture of {@link HeapStates}. It is made by the task's thread, handed on with the visibility of any queue, and
 * written by another thread. The task changes nothing that the capture shares until it sees {@link #isReleased}, so
 * that no lock is needed.
 */
final class HeapCapture implements StateCapture {

    private static final int OPEN = 0;
    private static final int WRITING = 1;
    private static final int RELEASED = 2;

    private final String component;
    private final long number;
    private final int keyFields;
    private final AtomicInteger state = new AtomicInteger(OPEN);

    /** The bytes of each block when it was written last, for {@link HeapStates#bytes}. */
    private final AtomicLongArray measured;

    /** The number up to which a block that changed is in the newest committed capture. */
    private final long committed;

    // The sections; null when released
    private List<Section> sections;
    private long[] changed;

    // Fields of the task's thread
    private HeapCapture older;

    /** @param keyFields number of fields of keys; 0 if there are no keys */
    HeapCapture(String component, Changes changes, int keyFields, List<Section> sections, AtomicLongArray measured) {
        this.component = component;
        this.number = changes.next();
        this.keyFields = keyFields;
        this.committed = changes.committed();
        this.changed = changes.changed();
        this.older = changes.newest();
        this.sections = sections;
        this.measured = measured;
    }

    @Override
    public void write(ValuesCodec codec, Blocks out) throws IOException {
        if (!state.compareAndSet(OPEN, WRITING)) {
            throw new IllegalStateException("a capture of component '" + component
                    + "' is written twice, or after its release: make another one");
        }
        try {
            BlockWriter writer = new BlockWriter(component, codec);
            for (int block = 0; block < Changes.BLOCKS; block++) {
                write(block, writer, out);
            }
        } finally {
            end();
        }
    }

    private void write(int block, BlockWriter writer, Blocks out) throws IOException {
        if (isEmpty(block)) {
            measured.setRelease(block, 0);
        } else if (changed[block] <= committed) {
            out.same(block - 1);
        } else {
            ByteBuffer bytes = writer.write(sections, block, block == 0 ? 0 : keyFields);
            measured.setRelease(block, bytes.remaining());
            out.put(block - 1, bytes);
        }
    }

    private boolean isEmpty(int block) {
        for (Section section : sections) {
            if (section.entries(block) > 0) {
                return false;
            }
        }
        return true;
    }

    /** Releases the capture. A capture that is being written is released when the writing thread does not need it. */
    @Override
    public void release() {
        if (state.compareAndSet(OPEN, WRITING)) {
            end();
        }
    }

    private void end() {
        sections = null;
        changed = null;
        // This is the last step: from here on the task may change the shared objects
        state.set(RELEASED);
    }

    boolean isReleased() {
        return state.get() == RELEASED;
    }

    long number() {
        return number;
    }

    HeapCapture older() {
        return older;
    }

    /** Removes the released captures directly below this one. */
    void skipReleased() {
        while (older != null && older.isReleased()) {
            older = older.older;
        }
    }
}
