// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.ipc.ring.GatheredMessages;
import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.AckMessage;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.LongMessage;
import io.millrace.runtime.tuple.TupleEncoder;
import java.util.function.IntUnaryOperator;

/**
 * The link to an executor of another worker on the same node. Tuples are encoded once. Short tuples are gathered until
 * the source task's run ends, barriers and watermarks until the turn ends ({@link Paths}), and share a record:
 * otherwise the threads on both sides would take the ring's cache lines from each other for each tuple. Longer tuples
 * are written straight into the target's ring. Data leaves a part of the ring free, so that acks always have room.
 */
public final class RingLink implements Link.TakesUnwritten, Link.SendsInParts, Gathering {

    /** The task id of messages for the executor itself. */
    public static final int CONTROL = 0;

    private static final int HEADROOM_SHARE = 16;

    /** The longest tuple that is gathered: the cost of a longer one is its copy, which would be made twice. */
    private static final int LONGEST_SHORT_BYTES = 512;

    /**
     * The size of a record of short tuples: enough that its cost is small beside that of its tuples. It is half of the
     * longest record of the smallest ring.
     */
    private static final int SHORT_RECORD_BYTES = 4 << 10;

    private static final int MOST_RECORD_BYTES = 64 << 10;

    private final RingProducer producer;
    private final TupleEncoder encoder;
    private final IntUnaryOperator flagOfTask;
    private final CycleEdges cycles;
    private final int headroomBytes;
    private final Paths source;

    /** The long tuple of which only a part is in the ring, and its message. */
    private DataTuple partial;

    private LongMessage partialMessage;

    /** The gathered tuples of all tasks of the source executor. */
    private final GatheredMessages gathered = new GatheredMessages();

    private final int mostRecordBytes;

    /** Whether some gathered tuples must be handed over at the end of the run. */
    private boolean hasShort;

    /**
     * @param flagOfTask number of the ring's flag that says whether a task is paused
     * @param source paths with which the link registers when it has gathered tuples
     */
    public RingLink(
            RingProducer producer,
            TupleEncoder encoder,
            IntUnaryOperator flagOfTask,
            CycleEdges cycles,
            int ringBytes,
            Paths source) {
        this.producer = producer;
        this.encoder = encoder;
        this.flagOfTask = flagOfTask;
        this.cycles = cycles;
        this.headroomBytes = ringBytes / HEADROOM_SHARE;
        this.source = source;
        this.mostRecordBytes = Math.min(producer.maxClaimLength(), MOST_RECORD_BYTES);
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
        if (refuses(target) && !cycles.insideCycle(tuple.sourceTask(), target)) {
            return false;
        }
        int length = encoder.sizeOf(tuple);
        if (tuple.stream().isGrouped()) {
            return gather(tuple, length, mostRecordBytes, true);
        }
        if (length <= LONGEST_SHORT_BYTES && source.mayGather() && tuple.unwrittenBytes() < 0) {
            return gather(tuple, length, SHORT_RECORD_BYTES, false);
        }
        if (!handOver()) {
            return false;
        }
        source.handsOver();
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

    private boolean gather(DataTuple tuple, int length, int mostBytes, boolean untilTurnEnds) {
        if (gathered.recordBytes() + RingProducer.batchBytes(length) > mostBytes && !handOver()) {
            return false;
        }
        int at = gathered.room(length);
        encoder.write(tuple, gathered.buffer(), at);
        gathered.add(tuple.targetTask(), length);
        if (untilTurnEnds || !hasShort) {
            source.gathers(this, untilTurnEnds);
            hasShort |= !untilTurnEnds;
        }
        return true;
    }

    @Override
    public boolean handOver(boolean ring) {
        if (handOver()) {
            return true;
        }
        if (!ring) {
            return false;
        }
        producer.requestWake();
        return handOver();
    }

    private boolean handOver() {
        if (gathered.isEmpty()) {
            return true;
        }
        source.handsOver();
        if (!producer.offer(gathered, headroomBytes)) {
            return false;
        }
        clear();
        return true;
    }

    private void clear() {
        gathered.clear();
        hasShort = false;
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
    public boolean hasBegun(DataTuple tuple) {
        return tuple == partial;
    }

    @Override
    public boolean ringWhenResumed() {
        producer.requestWake();
        return true;
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
            handOver();
        } finally {
            producer.close();
        }
        // The paths call handOver once more
        clear();
    }
}
