package io.millrace.api.config;

/** What follows when a component throws while it runs; the tuple under way fails in any case. */
public enum ErrorPolicy {
    /** The tuple fails, and the component goes on. */
    FAIL_TUPLE,
    /** The worker closes its components and ends, and is started again. */
    RESTART_WORKER,
    /** The topology ends for good, as failed, with the cause. */
    KILL_TOPOLOGY
}
