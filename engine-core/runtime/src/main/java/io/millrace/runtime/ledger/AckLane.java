// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.ledger;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Hands acks to one executor from any thread of its process. A buffer that the executor has not taken yet is taken
 * back and merged. So the lane is never full, never blocks, and holds at most one entry per tree.
 */
public final class AckLane {

    private final AtomicReference<AckBuffer> waiting = new AtomicReference<>();
    private final AtomicReference<AckBuffer> spare = new AtomicReference<>();

    /**
     * Hands over all of {@code acks}.
     *
     * @return an empty buffer for the caller to fill next; {@code acks} no longer belongs to the caller
     */
    public AckBuffer put(AckBuffer acks) {
        AckBuffer all = acks;
        while (!waiting.compareAndSet(null, all)) {
            AckBuffer unfetched = waiting.getAndSet(null);
            if (unfetched != null) {
                unfetched.addAll(all);
                all.clear();
                spare.lazySet(all);
                all = unfetched;
            }
        }
        AckBuffer next = spare.getAndSet(null);
        return next == null ? new AckBuffer() : next;
    }

    /** Returns the acks since the last call, or null. Called by the executor's thread only. */
    public AckBuffer take() {
        return waiting.getAcquire() == null ? null : waiting.getAndSet(null);
    }

    /** Returns a buffer that was taken and applied. */
    public void recycle(AckBuffer applied) {
        applied.clear();
        spare.lazySet(applied);
    }
}
