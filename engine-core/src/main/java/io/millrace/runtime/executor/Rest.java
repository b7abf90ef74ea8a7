package io.millrace.runtime.executor;

import io.millrace.runtime.link.Inbound;

/**
 * What an executor tells others of its rest: until when it does nothing unless something arrives. If all others rest and nothing is
 * on the way to them, nothing can arrive before the first of those times; so a thread may sleep until then, and is awake when it
 * has to be. To be told too late costs nobody more than the longest sleep. By the executor's thread.
 */
final class Rest {

    private static final long NONE = 0;

    private final Inbound inbound;
    private NodeBoard board = NodeBoard.NONE;
    private long told = NONE;

    Rest(Inbound inbound) {
        this.inbound = inbound;
    }

    /** Where others than those of its process hear of it. */
    void tellOn(NodeBoard node) {
        board = node;
    }

    boolean isTold() {
        return told != NONE;
    }

    /** There is something to do. Before what has arrived is taken: who finds it taken must not believe that this still rests. */
    void end() {
        until(NONE);
    }

    /** A turn had nothing to do. */
    void until(long nanoTime) {
        if (told != nanoTime) {
            told = nanoTime;
            inbound.restUntil(nanoTime);
            board.restsUntil(nanoTime);
        }
    }
}
