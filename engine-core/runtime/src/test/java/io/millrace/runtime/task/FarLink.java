// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.link.Link;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayList;
import java.util.List;

/** A link of a test, which takes no tuples and keeps control messages. */
public final class FarLink implements Link.Connected {

    public final List<byte[]> controls = new ArrayList<>();
    public long breaks;
    private final LinkKind kind;

    public FarLink(LinkKind kind) {
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
    public boolean ringWhenResumed() {
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
    public boolean leavesRegion() {
        return false;
    }

    @Override
    public AckBuffer send(AckBuffer acks) {
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
