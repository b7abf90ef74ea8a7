package io.millrace.runtime.metrics;

/**
 * An executor's counts of tuples. Most are published once a turn, because a store into shared memory for each tuple
 * would cost more than the hand-over. Confined to the executor's thread.
 *
 * <p>{@link CompletionDetector} relies on this: no tuple is published as received before all that it caused is
 * published as sent, unless its task publishes it as pending until then. So tuples for other executors are published as
 * sent at once. At the end of a turn the order is: tuples sent within the executor, the counts of the tasks, tuples
 * received.
 */
public final class LinkTally {

    private static final LinkKind[] KINDS = LinkKind.values();

    private final ExecutorCounters counters;
    private final long[] received = new long[KINDS.length];
    private long sentDirect;

    public LinkTally(ExecutorCounters counters) {
        this.counters = counters;
    }

    /** See {@link ExecutorCounters#addSent}. */
    public void addSent(LinkKind kind) {
        if (kind == LinkKind.DIRECT) {
            sentDirect++;
        } else {
            counters.addSent(kind, 1);
        }
    }

    /** See {@link ExecutorCounters#addReceived}. */
    public void addReceived(LinkKind kind) {
        received[kind.ordinal()]++;
    }

    /** See {@link ExecutorCounters#addDropped}. */
    public void addDropped(long tuples) {
        counters.addDropped(tuples);
    }

    /** Publishes tuples as sent. Must be called before the tasks publish their counts. */
    public void publishSent() {
        if (sentDirect > 0) {
            counters.addSent(LinkKind.DIRECT, sentDirect);
            sentDirect = 0;
        }
    }

    /** Publishes tuples as received. Must be called after the tasks have published their counts. */
    public void publishReceived() {
        for (LinkKind kind : KINDS) {
            long tuples = received[kind.ordinal()];
            if (tuples > 0) {
                counters.addReceived(kind, tuples);
                received[kind.ordinal()] = 0;
            }
        }
    }
}
