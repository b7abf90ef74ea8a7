package io.millrace.runtime.idle;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;

/** Decides what an executor's thread does after a turn. Only that thread calls it. */
public interface IdleStrategy {

    /** The result of {@link #idle} that says: take the next turn at once. */
    long LOOK = 0;

    /** The result of {@link #idle} that says: block at the doorbell until it rings, or until the deadline. */
    long BLOCK = -1;

    /** A turn had work. */
    void worked();

    /**
     * A turn had no work.
     *
     * @param now the clock in nanoseconds
     * @param deadline when there is work even if nothing arrives; {@link Long#MAX_VALUE} for never
     * @return {@link #LOOK}, {@link #BLOCK}, or how many nanoseconds to sleep before the next turn
     */
    long idle(long now, long deadline);

    /** The thread was blocked at its doorbell and goes on. */
    void woken();

    /**
     * Returns when to wake a thread that blocks now and has a deadline.
     *
     * @param deadline later than now; {@link Long#MAX_VALUE} for never
     */
    long alarm(long now, long deadline);

    /** Returns a new instance of the strategy that {@link TopologyKeys#IDLE} names. */
    static IdleStrategy of(Config config) {
        return switch (config.get(TopologyKeys.IDLE)) {
            case SPIN -> new SpinIdle();
            case PARK -> new ParkIdle();
            case BACKOFF ->
                new BackoffIdle(
                        config.get(TopologyKeys.IDLE_SPIN).toNanos(),
                        config.get(TopologyKeys.IDLE_NAP_MIN).toNanos(),
                        config.get(TopologyKeys.IDLE_NAP_MAX).toNanos(),
                        config.get(TopologyKeys.IDLE_LEAD).toNanos());
        };
    }
}
