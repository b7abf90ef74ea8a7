package io.millrace.api;

/** One subscription to results. Any thread may call all methods. */
public interface ResultSubscription extends AutoCloseable {

    String name();

    /** Returns how many tuples wait for the consumer. */
    int waiting();

    /** Returns how many tuples the consumer was called with. */
    long taken();

    /** Returns how many tuples were dropped because the subscription was full. */
    long dropped();

    /** Returns how many calls of the consumer have thrown. */
    long errors();

    /**
     * Ends the subscription. Waits until the consumer has returned from its call, unless the consumer calls this itself,
     * at most ten seconds; then the consumer is interrupted. Tuples that wait are dropped.
     */
    @Override
    void close();
}
