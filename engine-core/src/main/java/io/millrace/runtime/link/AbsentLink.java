package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;

/**
 * To a worker that is not up: refuses tuples, which wait until a link to its next start replaces this one, and swallows
 * acks, because no tree that this worker's tasks had under way outlives it.
 */
public final class AbsentLink implements Link {

    private final LinkKind kind;

    public AbsentLink(LinkKind kind) {
        this.kind = kind;
    }

    @Override
    public LinkKind kind() {
        return kind;
    }

    @Override
    public boolean offer(DataTuple tuple) {
        return false;
    }

    @Override
    public boolean offerOrRing(DataTuple tuple) {
        return false;
    }

    @Override
    public boolean refuses(int task) {
        return true;
    }

    @Override
    public AckBuffer send(AckBuffer acks) {
        acks.clear();
        return acks;
    }

    @Override
    public AckBuffer sendOrRing(AckBuffer acks) {
        return send(acks);
    }

    @Override
    public void close() {}
}
