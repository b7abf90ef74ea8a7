// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.runtime.codec.LongValues;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.AckMessage;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleBatch;
import io.millrace.runtime.tuple.TupleEncoder;
import io.millrace.transport.Peer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * The link to an executor of a worker on another node, over the one connection that all executors of this worker share.
 * A paused task withholds its channel's credit, so the channel fills and refuses tuples. The peer rings the executors
 * of this worker whenever there is room again.
 */
public final class NetLink implements Link.TakesUnwritten, Link.Connected, Gathering {

    private static final int SCRATCH_BYTES = 4096;
    private static final int SCRATCH_KEPT_BYTES = 1 << 20;
    private static final int GROUP_BYTES = 2 << 10;

    /** The bytes that the priority lane takes with any of the engine's settings of the transport. */
    private static final int TOGETHER_BYTES = 16 << 10;

    private static final long WRITTEN = -1;

    private final Peer peer;
    private final TupleEncoder encoder;
    private final CycleEdges cycles;
    private final int controlTask;
    private final boolean leavesRegion;
    private final ByteBuffer control = ByteBuffer.allocate(AckMessage.MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private ByteBuffer scratch = ByteBuffer.allocate(SCRATCH_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /** The tuples that each channel has gathered. */
    private final Int2ObjectHashMap<TupleBatch> groups = new Int2ObjectHashMap<>();

    /** The gathered tuples of several channels that go as one message. */
    private final TupleBatch together;

    private final List<TupleBatch> taken = new ArrayList<>();

    /** The end of the last such message in the priority lane, until it is known to be written. */
    private long unwritten = WRITTEN;

    private int gathered;
    private final Paths source;

    /**
     * @param controlTask any task of the target executor, to which acks for all its tasks are addressed
     * @param leavesRegion whether the other node is in another region
     * @param source paths with which the link registers when it has gathered barriers or watermarks
     */
    public NetLink(
            Peer peer, TupleEncoder encoder, CycleEdges cycles, int controlTask, boolean leavesRegion, Paths source) {
        this.peer = peer;
        this.encoder = encoder;
        this.cycles = cycles;
        this.controlTask = controlTask;
        this.leavesRegion = leavesRegion;
        this.source = source;
        this.together = new TupleBatch(encoder, TOGETHER_BYTES);
    }

    @Override
    public LinkKind kind() {
        return LinkKind.NET;
    }

    @Override
    public boolean offer(DataTuple tuple) {
        int target = tuple.targetTask();
        int channel = cycles.insideCycle(tuple.sourceTask(), target) ? NetChannel.insideCycle(target) : target;
        if (tuple.stream().isGrouped()) {
            return gather(channel, tuple);
        }
        if (unwritten != WRITTEN && !isLaneWritten() || gathered > 0 && !handOverGroup(channel, groups.get(channel))) {
            return false;
        }
        int length = encoder.sizeOf(tuple);
        if (length >= LongValues.LEAST_BYTES && isSentInParts(tuple, length)) {
            boolean taken = peer.offer(channel, encoder.writeLong(tuple, length)::copy, length);
            if (taken) {
                encoder.copied(tuple);
            }
            return taken;
        }
        encoder.writePayload(tuple);
        if (scratch.capacity() < length || scratch.capacity() > Math.max(length, SCRATCH_KEPT_BYTES)) {
            scratch = ByteBuffer.allocate(Math.max(length, SCRATCH_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        }
        encoder.write(tuple, scratch, 0);
        return tuple.stageTimes() == null
                ? peer.offer(channel, scratch, 0, length)
                : peer.offerTimed(channel, scratch, 0, length);
    }

    /**
     * Returns whether a message is copied in parts from its values' arrays. A value whose bytes were not written yet
     * needs all of its room at once.
     */
    private boolean isSentInParts(DataTuple tuple, int length) {
        boolean inOnePart = length <= peer.mostInOnePart();
        if (!inOnePart) {
            encoder.writePayload(tuple);
        }
        return inOnePart ? tuple.unwrittenBytes() >= LongValues.LEAST_BYTES : encoder.hasLongValues(tuple);
    }

    private boolean gather(int channel, DataTuple tuple) {
        TupleBatch group = groups.computeIfAbsent(channel, none -> new TupleBatch(encoder, GROUP_BYTES));
        int length = encoder.sizeOf(tuple);
        boolean first = group.isEmpty();
        if (!group.add(tuple, length)) {
            first = handOverGroup(channel, group);
            if (!first || !group.add(tuple, length)) {
                return false;
            }
        }
        if (first) {
            gathered++;
            source.gathers(this, true);
        }
        return true;
    }

    /** Hands over the tuples that a channel has gathered; false if there is no room. */
    private boolean handOverGroup(int channel, TupleBatch group) {
        if (group == null || group.isEmpty()) {
            return true;
        }
        if (!isLaneWritten() || !peer.offer(channel, group.message(), 0, group.length())) {
            return false;
        }
        group.clear();
        gathered--;
        return true;
    }

    /**
     * Hands over the barriers of channels in which nothing waits as one message of the priority lane: such a message
     * needs no credit, and overtakes nothing. Other barriers and watermarks go by their channels. A barrier comes
     * behind the tuples that wait there. Watermarks, whose number is not bounded, need credit, which bounds the memory
     * of an executor that takes nothing.
     */
    private void handOverTogether() {
        for (Int2ObjectHashMap<TupleBatch>.EntryIterator all = groups.entrySet().iterator(); all.hasNext(); ) {
            all.next();
            TupleBatch group = all.getValue();
            if (!group.isEmpty() && group.hasBarriersOnly() && peer.isEmpty(all.getIntKey())) {
                if (!together.addAll(group)) {
                    if (!sendTogether()) {
                        return;
                    }
                    together.addAll(group);
                }
                taken.add(group);
            }
        }
        sendTogether();
    }

    /** Returns whether tuples of a channel from now on are behind the barriers that went by the priority lane. */
    private boolean isLaneWritten() {
        if (unwritten != WRITTEN && peer.isControlWritten(unwritten)) {
            unwritten = WRITTEN;
        }
        return unwritten == WRITTEN;
    }

    /** Returns false if there was no room: then the channels still have all tuples. */
    private boolean sendTogether() {
        boolean sent = !together.isEmpty() && peer.offerControl(controlTask, together.message(), 0, together.length());
        if (sent) {
            unwritten = peer.offeredControls();
            taken.forEach(TupleBatch::clear);
            gathered -= taken.size();
        }
        taken.clear();
        together.clear();
        return sent;
    }

    @Override
    public boolean handOver(boolean ring) {
        if (gathered > 1) {
            handOverTogether();
        }
        if (gathered > 0) {
            groups.forEachInt(this::handOverGroup);
        }
        return gathered == 0;
    }

    @Override
    public boolean refuses(int task) {
        return peer.isHalfFull(task) || peer.isHalfFull(NetChannel.insideCycle(task));
    }

    @Override
    public boolean ringWhenResumed() {
        return false;
    }

    @Override
    public long breaks() {
        return peer.connections();
    }

    @Override
    public boolean leavesRegion() {
        return leavesRegion;
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
    public boolean sendControl(byte[] message) {
        return peer.offerControl(controlTask, ByteBuffer.wrap(message), 0, message.length);
    }

    /** Does nothing, because the connection belongs to the worker. */
    @Override
    public void close() {}
}
