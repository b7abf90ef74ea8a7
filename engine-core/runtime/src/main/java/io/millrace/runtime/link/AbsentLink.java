// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;

/**
 * A link to a worker that is not up, or not known yet. It refuses tuples, which wait until a link to the worker's next
 * start replaces this one, and keeps acks where they are. Acks wait too, because two workers do not hear of a third at
 * the same time: a tuple may arrive whose tree lives in a worker that this one cannot reach yet. Acks for trees that
 * died with their worker find no tree, so they do no harm.
 */
public final class AbsentLink implements Link {

    private final LinkKind kind;
    private final boolean dormant;

    public AbsentLink(LinkKind kind) {
        this(kind, false);
    }

    private AbsentLink(LinkKind kind, boolean dormant) {
        this.kind = kind;
        this.dormant = dormant;
    }

    /** Returns a link to tasks that belong to no worker. A source takes back tuples that have not left for them. */
    public static AbsentLink dormant() {
        return new AbsentLink(LinkKind.NET, true);
    }

    @Override
    public LinkKind kind() {
        return kind;
    }

    boolean isDormant() {
        return dormant;
    }

    @Override
    public boolean offer(DataTuple tuple) {
        return false;
    }

    @Override
    public boolean refuses(int task) {
        return true;
    }

    @Override
    public boolean ringWhenResumed() {
        return false;
    }

    @Override
    public AckBuffer send(AckBuffer acks) {
        return acks;
    }

    /** Drops the message: the sender of a control message repeats it to the next start of the worker. */
    @Override
    public boolean sendControl(byte[] message) {
        return true;
    }

    @Override
    public void close() {}
}
