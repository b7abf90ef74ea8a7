package io.millrace.api;

/**
 * Implemented by a {@link Bolt} that emits what belongs to an input after {@code execute} has returned, such as one that waits for answers: without it
 * a watermark overtakes what is emitted later, which may then be late. {@code Bolts.async} does it.
 */
public interface HoldsWatermarks {

    /**
     * A watermark has come behind all inputs so far. Called by the task's thread.
     *
     * @param pass lets it go on; the bolt runs it once, on the task's thread, when it has emitted what belongs to those inputs, and after those of
     *     earlier watermarks
     */
    void watermark(Runnable pass);

    /**
     * Returns how many inputs the bolt has of which it may still emit something. Until all bolts have none a topology has not completed, and a
     * rebalance waits. Called by the task's thread after turns in which it has called the bolt.
     */
    default int held() {
        return 0;
    }

    /** Returns whether what the bolt holds are inputs of asynchronous calls that are outstanding. */
    default boolean waitsForCalls() {
        return true;
    }
}
