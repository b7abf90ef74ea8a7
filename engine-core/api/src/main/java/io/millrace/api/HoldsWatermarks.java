// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

/**
 * Implemented by a {@link Bolt} that emits the results of an input after {@code execute} has returned, such as one that
 * waits for answers. Without it a watermark overtakes the later emissions, which may then be late. {@code Bolts.async}
 * implements it.
 */
public interface HoldsWatermarks {

    /**
     * A watermark has come after all inputs so far. Called by the task's thread.
     *
     * @param pass lets the watermark go on; the bolt runs it once, on the task's thread, when it has emitted the
     *     results of those inputs, and after those of earlier watermarks
     */
    void watermark(Runnable pass);

    /**
     * Returns the number of inputs whose results the bolt may still emit. Until it is 0 in all bolts, a topology has
     * not completed, and a rebalance waits. Called by the task's thread after turns in which it has called the bolt.
     */
    default int held() {
        return 0;
    }

    /** Returns whether the held inputs wait for outstanding asynchronous calls. */
    default boolean waitsForCalls() {
        return true;
    }
}
