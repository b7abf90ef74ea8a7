package io.millrace.runtime.link;

import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.AckMessage;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.LongMessage;
import io.millrace.runtime.tuple.TupleEncoder;
import io.millrace.runtime.tuple.TupleGroup;
import java.util.function.IntUnaryOperator;

/**
 * To an executor of another worker on the same node. Tuples are encoded once: short ones are gathered until the source task's
 * run ends ({@link Paths#handOver}) and share a record, the others are written straight into the target's ring. Data leaves a part of
 * the ring free, so that acks always have room.
 */
public final class RingLink implements Link {

    /** The task id of messages for the executor itself. */
    public static final int CONTROL = 0;

    private static final int HEADROOM_SHARE = 16;

    private final RingProducer producer;
    private final TupleEncoder encoder;
    private final IntUnaryOperator flagOfTask;
    private final Traffic traffic;
    private final int headroomBytes;
    private final Paths source;

    /** The long tuple of which only a part is in the ring, and its message. */
    private DataTuple partial;

    private LongMessage partialMessage;

    /** Short tuples of all tasks of the source executor. */
    private final ShortTuples gathered;

    /** Null before the first barrier or watermark. */
    private TupleGroup group;

    /**
     * @param flagOfTask which of the ring's flags says that a task is paused
     * @param source told when tuples, barriers or watermarks have been gathered
     */
    public RingLink(
            RingProducer producer,
            TupleEncoder encoder,
            IntUnaryOperator flagOfTask,
            Traffic traffic,
            int ringBytes,
            Paths source) {
        this.producer = producer;
        this.encoder = encoder;
        this.flagOfTask = flagOfTask;
        this.traffic = traffic;
        this.headroomBytes = ringBytes / HEADROOM_SHARE;
        this.source = source;
        this.gathered = new ShortTuples(encoder);
    }

    @Override
    public LinkKind kind() {
        return LinkKind.RING;
    }

    @Override
    public boolean offer(DataTuple tuple) {
        if (tuple == partial) {
            return offerPartial();
        }
        int target = tuple.targetTask();
        if (refuses(target) && !traffic.insideCycle(tuple.sourceTask(), target)) {
            return false;
        }
        if (tuple.stream().isGrouped()) {
            return gather(tuple);
        }
        if (group != null && !handOverGroup()) {
            return false;
        }
        int length = encoder.sizeOf(tuple);
        if (length <= ShortTuples.LONGEST && source.mayGather() && tuple.unwrittenBytes() < 0) {
            return gatherShort(tuple, length);
        }
        if (!handOver()) {
            return false;
        }
        if (length > producer.maxClaimLength()) {
            return offerLong(tuple, length);
        }
        if (!producer.tryClaim(target, length, headroomBytes)) {
            return false;
        }
        boolean written = false;
        try {
            encoder.write(tuple, producer.buffer(), producer.offset());
            written = true;
        } finally {
            if (written) {
                producer.commit();
            } else {
                producer.abort();
            }
        }
        return true;
    }

    private boolean gatherShort(DataTuple tuple, int length) {
        if (!gathered.hasRoomFor(length) && !handOver()) {
            return false;
        }
        if (gathered.isEmpty()) {
            source.gathers(this);
        }
        gathered.add(tuple, length);
        return true;
    }

    @Override
    public boolean handOver() {
        return gathered.isEmpty() || gathered.handOver(producer, headroomBytes);
    }

    private boolean gather(DataTuple tuple) {
        if (group == null) {
            group = new TupleGroup(encoder, producer.maxClaimLength());
        }
        if (!group.add(tuple) && !(handOverGroup() && group.add(tuple))) {
            return false;
        }
        source.groups(this);
        return true;
    }

    private boolean handOverGroup() {
        if (group == null || group.isEmpty()) {
            return true;
        }
        int length = group.length();
        if (!handOver() || !producer.tryClaim(CONTROL, length, headroomBytes)) {
            return false;
        }
        producer.buffer().put(producer.offset(), group.message(), 0, length);
        producer.commit();
        group.clear();
        return true;
    }

    @Override
    public boolean handOverGroups(boolean ring) {
        if (handOverGroup()) {
            return true;
        }
        if (!ring) {
            return false;
        }
        producer.requestWake();
        return handOverGroup();
    }

    private boolean offerLong(DataTuple tuple, int length) {
        if (partial != null) {
            return false;
        }
        encoder.writePayload(tuple);
        partialMessage = encoder.writeLong(tuple, length);
        partial = tuple;
        return offerPartial();
    }

    private boolean offerPartial() {
        if (!producer.offer(partial.targetTask(), partialMessage::copy, partialMessage.length(), headroomBytes)) {
            return false;
        }
        encoder.copied(partial);
        partial = null;
        partialMessage = null;
        return true;
    }

    @Override
    public boolean offerOrRing(DataTuple tuple) {
        if (offer(tuple)) {
            return true;
        }
        producer.requestWake();
        return offer(tuple);
    }

    @Override
    public boolean takesUnwritten() {
        return true;
    }

    @Override
    public boolean hasBegun(DataTuple tuple) {
        return tuple == partial;
    }

    @Override
    public void ringWhenResumed() {
        producer.requestWake();
    }

    @Override
    public boolean refuses(int task) {
        return producer.flag(flagOfTask.applyAsInt(task));
    }

    @Override
    public AckBuffer send(AckBuffer acks) {
        int sent = 0;
        while (sent < acks.size()) {
            int end = AckMessage.end(acks, sent);
            int length = AckMessage.sizeOf(acks, sent, end);
            if (length > 0) {
                if (!producer.tryClaim(CONTROL, length, 0)) {
                    break;
                }
                AckMessage.write(acks, sent, end, producer.buffer(), producer.offset());
                producer.commit();
            }
            sent = end;
        }
        acks.dropFirst(sent);
        return acks;
    }

    @Override
    public AckBuffer sendOrRing(AckBuffer acks) {
        AckBuffer left = send(acks);
        if (left.isEmpty()) {
            return left;
        }
        producer.requestWake();
        return send(left);
    }

    @Override
    public boolean sendControl(byte[] message) {
        if (!producer.tryClaim(CONTROL, message.length, 0)) {
            producer.requestWake();
            return false;
        }
        producer.buffer().put(producer.offset(), message);
        producer.commit();
        return true;
    }

    @Override
    public void close() {
        try {
            if (handOver()) {
                handOverGroup();
            }
        } finally {
            producer.close();
        }
        // Its paths ask it once more
        gathered.clear();
        if (group != null) {
            group.clear();
        }
    }
}
