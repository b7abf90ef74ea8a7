// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

/**
 * An executor's counts of tuples. Most are published once a turn, because a store into shared memory for each tuple
 * would cost more than the hand-over. Confined to the executor's thread.
 *
 * <p>{@link CompletionDetector} relies on this: no tuple is published as received before all that it caused is
 * published as sent, unless its task publishes it as pending until then. So tuples for other nodes are published as
 * sent at once, and others before a link hands them over to another executor. At the end of a turn the order is: tuples
 * sent, the counts of the tasks, tuples received.
 */
public final class LinkTally {

    private static final LinkKind[] KINDS = LinkKind.values();

    private final ExecutorCounters counters;
    private final long[] sent = new long[KINDS.length];
    private final long[] received = new long[KINDS.length];

    public LinkTally(ExecutorCounters counters) {
        this.counters = counters;
    }

    /** Counts a tuple that a link is about to get. */
    public void addSent(LinkKind kind) {
        if (kind == LinkKind.NET) {
            counters.addSent(kind, 1);
        } else {
            sent[kind.ordinal()]++;
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

    /**
     * Publishes tuples as sent. Must be called before the tasks publish their counts, and before another executor can
     * see a tuple.
     */
    public void publishSent() {
        for (LinkKind kind : KINDS) {
            long tuples = sent[kind.ordinal()];
            if (tuples > 0) {
                counters.addSent(kind, tuples);
                sent[kind.ordinal()] = 0;
            }
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
