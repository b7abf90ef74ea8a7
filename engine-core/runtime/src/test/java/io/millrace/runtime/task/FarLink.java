package io.millrace.runtime.task;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.link.Link;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayList;
import java.util.List;

/** A link of a test, which takes no tuples and keeps control messages. */
public final class FarLink implements Link {

    public final List<byte[]> controls = new ArrayList<>();
    public long breaks;
    private final int distance;

    public FarLink(int distance) {
        this.distance = distance;
    }

    @Override
    public LinkKind kind() {
        return LinkKind.NET;
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
        return false;
    }

    @Override
    public long breaks() {
        return breaks;
    }

    @Override
    public int distance() {
        return distance;
    }

    @Override
    public AckBuffer send(AckBuffer acks) {
        return acks;
    }

    @Override
    public AckBuffer sendOrRing(AckBuffer acks) {
        return acks;
    }

    @Override
    public boolean sendControl(byte[] message) {
        controls.add(message);
        return true;
    }

    @Override
    public void close() {}
}
