// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Bodies between the listener's thread, which offers, and the task's, which takes. Bounded in bytes. */
final class PostedQueue {

    /** What an entry takes beside its body. */
    private static final int ENTRY_BYTES = 256;

    private final long mostBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final ConcurrentLinkedQueue<Posted> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    PostedQueue(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    long mostBytes() {
        return mostBytes;
    }

    /** Returns false if there is no room. An empty queue takes a body of any length. */
    boolean offer(Posted posted) {
        long size = posted.body().length + ENTRY_BYTES;
        if (closed || bytes.get() > 0 && bytes.get() + size > mostBytes) {
            return false;
        }
        bytes.addAndGet(size);
        waiting.add(posted);
        if (closed) {
            // The task may have taken the rest before this one came
            refuseAll();
        }
        return true;
    }

    /** Returns null if there is none. What was taken counts until {@link #done}. */
    Posted poll() {
        return waiting.poll();
    }

    void done(Posted posted) {
        bytes.addAndGet(-posted.body().length - ENTRY_BYTES);
    }

    /** Refuses what waits, and all that comes. */
    void close() {
        closed = true;
        refuseAll();
    }

    private void refuseAll() {
        for (Posted each = waiting.poll(); each != null; each = waiting.poll()) {
            each.answer().emitted(false);
        }
    }
}
