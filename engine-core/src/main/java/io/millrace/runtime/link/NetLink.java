package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.AckMessage;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleEncoder;
import io.millrace.transport.Peer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * To an executor of a worker on another node, over the one connection that all executors of this worker share. A
 * paused task withholds its channel's credit, so the channel fills and refuses tuples. The peer rings the executors of
 * this worker whenever there is room again.
 */
public final class NetLink implements Link {

    private static final int SCRATCH_BYTES = 4096;
    private static final int SCRATCH_KEPT_BYTES = 1 << 20;

    private final Peer peer;
    private final TupleEncoder encoder;
    private final Traffic traffic;
    private final int controlTask;
    private final ByteBuffer control = ByteBuffer.allocate(AckMessage.MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private ByteBuffer scratch = ByteBuffer.allocate(SCRATCH_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /** @param controlTask any task of the target executor, to which acks for all its tasks are addressed */
    public NetLink(Peer peer, TupleEncoder encoder, Traffic traffic, int controlTask) {
        this.peer = peer;
        this.encoder = encoder;
        this.traffic = traffic;
        this.controlTask = controlTask;
    }

    @Override
    public LinkKind kind() {
        return LinkKind.NET;
    }

    @Override
    public boolean offer(DataTuple tuple) {
        int length = encoder.sizeOf(tuple);
        if (scratch.capacity() < length || scratch.capacity() > Math.max(length, SCRATCH_KEPT_BYTES)) {
            scratch = ByteBuffer.allocate(Math.max(length, SCRATCH_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        }
        encoder.write(tuple, scratch, 0);
        int target = tuple.targetTask();
        int channel = traffic.insideCycle(tuple.sourceTask(), target) ? NetChannel.insideCycle(target) : target;
        return peer.offer(channel, scratch, 0, length);
    }

    @Override
    public boolean offerOrRing(DataTuple tuple) {
        return offer(tuple);
    }

    @Override
    public boolean refuses(int task) {
        return peer.isHalfFull(task) || peer.isHalfFull(NetChannel.insideCycle(task));
    }

    @Override
    public AckBuffer send(AckBuffer acks) {
        int sent = 0;
        while (sent < acks.size()) {
            int end = AckMessage.end(acks, sent);
            int length = AckMessage.sizeOf(acks, sent, end);
            if (length > 0) {
                AckMessage.write(acks, sent, end, control, 0);
                if (!peer.offerControl(controlTask, control, 0, length)) {
                    break;
                }
            }
            sent = end;
        }
        acks.dropFirst(sent);
        return acks;
    }

    @Override
    public AckBuffer sendOrRing(AckBuffer acks) {
        return send(acks);
    }

    @Override
    public boolean sendControl(byte[] message) {
        return peer.offerControl(controlTask, ByteBuffer.wrap(message), 0, message.length);
    }

    /** Does nothing, because the connection belongs to the worker. */
    @Override
    public void close() {}
}
