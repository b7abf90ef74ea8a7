// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

/**
 * A bolt of the engine that processes several messages at a time. The thread that calls the bolt asks it. A message
 * keeps an engine until it is acked or failed. Any other bolt takes one message at a time, until {@code execute}
 * returns.
 */
public interface HasEngines {

    /** Returns how many messages it takes at a time now. A change needs a command, so that the task asks again. */
    int engines();

    /** Returns how many engines are expected to be free within this time. */
    default int endingWithin(long nanos) {
        return 0;
    }

    /**
     * Returns the time when one more engine is expected to end within the time, by the task's clock in nanoseconds;
     * {@link Long#MAX_VALUE} if none is.
     */
    default long nextEndingWithin(long nanos) {
        return Long.MAX_VALUE;
    }
}
