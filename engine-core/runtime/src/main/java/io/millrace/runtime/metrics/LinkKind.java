package io.millrace.runtime.metrics;

/** The four kinds of link from a task to another one, nearest first. */
public enum LinkKind {
    /** To a task of the same executor. */
    DIRECT,
    /** To another executor of the same worker. */
    QUEUE,
    /** To another worker on the same node. */
    RING,
    /** To another node. */
    NET;

    final int offset = ordinal() * Long.BYTES;
}
