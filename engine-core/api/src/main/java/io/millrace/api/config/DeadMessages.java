package io.millrace.api.config;

/** What happens to a message on which several engines have died. */
public enum DeadMessages {
    /** It is emitted to the component's stream {@code dead}, and acked. */
    STREAM,
    /** It is logged and acked. */
    LOG
}
