package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;

/**
 * To a worker that is not up, or not known yet: refuses tuples, which wait until a link to its next start replaces this
 * one, and leaves acks where they are. They wait too, because a worker hears of another one sooner or later than that one
 * hears of it, and may be sent tuples whose trees live where it cannot reach yet. Acks for trees that died with their
 * worker find no tree, so they do no harm.
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
        return acks;
    }

    @Override
    public AckBuffer sendOrRing(AckBuffer acks) {
        return send(acks);
    }

    @Override
    public void close() {}
}
