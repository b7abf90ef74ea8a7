// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

/** One subscription to results. Any thread may call all methods. */
public interface ResultSubscription extends AutoCloseable {

    String name();

    /** Returns the number of tuples that wait for the consumer. */
    int waiting();

    /** Returns the number of tuples with which the consumer was called. */
    long taken();

    /** Returns the number of tuples that were dropped because the subscription was full. */
    long dropped();

    /** Returns the number of calls of the consumer that have thrown. */
    long errors();

    /**
     * Ends the subscription. Waits until the consumer has returned from its call, unless the consumer calls this
     * itself, at most ten seconds; then the consumer is interrupted. Tuples that wait are dropped.
     */
    @Override
    void close();
}
