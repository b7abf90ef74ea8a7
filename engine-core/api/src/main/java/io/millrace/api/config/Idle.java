package io.millrace.api.config;

/** What an executor's thread does while it has no work: {@link TopologyKeys#IDLE}. */
public enum Idle {
    /** Looks for work again and again: the lowest latency, for all of a core per executor. */
    SPIN,

    /** Spins for a moment, naps where work keeps coming, then waits to be woken. */
    BACKOFF,

    /** Waits to be woken at once: the least CPU where tuples come seldom. */
    PARK
}
