package io.millrace.api.config;

/** The behaviour of an executor's thread without work: {@link TopologyKeys#IDLE}. */
public enum Idle {
    /** The thread looks for work again and again: the lowest latency, for all of a core per executor. */
    SPIN,

    /** The thread spins for a moment, naps where work keeps coming, then waits to be woken. */
    BACKOFF,

    /** The thread waits to be woken at once: the least CPU where tuples are rare. */
    PARK
}
