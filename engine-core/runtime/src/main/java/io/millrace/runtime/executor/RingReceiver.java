// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.ipc.ring.MessageHandler;
import io.millrace.ipc.ring.RingConsumer;
import io.millrace.runtime.codec.LongValues;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.RetainedMessage;
import io.millrace.runtime.tuple.TupleDecoder;
import java.nio.ByteBuffer;
import java.util.List;

/** An executor's inbound ring: receives records of the node's other workers, and sets the flags of paused tasks. */
public final class RingReceiver implements Receiver, PauseFlags, MessageHandler {

    /**
     * The length of a turn above which unfinished records are passed over at once: a thread that polls without pause
     * takes as long to pass over one.
     */
    private static final long SHORT_TURN_NANOS = 10_000;

    private final RingConsumer ring;
    private final Executor executor;
    private final TupleDecoder decoder;
    private final Decoding decoding;
    private final List<Integer> tasks;

    /** The time when the last turn began; owned by the executor's thread. */
    private long polledAt;

    public RingReceiver(RingConsumer ring, Executor executor, TupleDecoder decoder) {
        this.ring = ring;
        this.executor = executor;
        this.decoder = decoder;
        this.decoding = new Decoding(executor, decoder, LinkKind.RING);
        this.tasks = executor.taskIds();
    }

    @Override
    public int receive(int limit) {
        long now = executor.turnStart();
        if (now - polledAt > SHORT_TURN_NANOS) {
            ring.passOverUnfinished();
        }
        polledAt = now;
        return ring.poll(this, limit);
    }

    @Override
    public void onMessage(int targetTask, ByteBuffer buffer, int offset, int length) {
        if (length >= LongValues.LEAST_BYTES
                && TupleDecoder.isTuple(buffer, offset, length)
                && mayStay(targetTask, buffer)) {
            takeViews(targetTask, buffer, offset, length);
        } else {
            decoding.deliver(targetTask, buffer, offset, length, 0);
        }
    }

    private boolean mayStay(int targetTask, ByteBuffer buffer) {
        Task target = executor.task(targetTask);
        return target != null && target.takesViews() && ring.isOwn(buffer);
    }

    /** Takes a tuple whose long values stay in the ring. */
    private void takeViews(int targetTask, ByteBuffer buffer, int offset, int length) {
        RetainedMessage message = new RetainedMessage(buffer);
        decoder.hold(message);
        DataTuple tuple;
        try {
            tuple = decoding.tuple(targetTask, buffer, offset, length, 0, DataTuple.UNKNOWN_TIME);
        } finally {
            decoder.hold(null);
        }
        if (tuple == null) {
            return;
        }
        if (!message.isEmpty()) {
            message.retainedBy(ring.retain(message::moveOut));
            tuple.holdsViews();
        }
        executor.arrivals().deliver(tuple);
    }

    @Override
    public long payload(ByteBuffer buffer, int offset, int length, int messageBytes) {
        return TupleDecoder.payload(buffer, offset, length, messageBytes);
    }

    @Override
    public void onMessage(int targetTask, ByteBuffer rest, int length, int payloadAt, byte[] payload) {
        DataTuple tuple = decoding.tuple(targetTask, rest, 0, length, payloadAt, payload, 0, DataTuple.UNKNOWN_TIME);
        if (tuple != null) {
            executor.arrivals().deliver(tuple);
        }
    }

    @Override
    public long deadline(long now) {
        return ring.lookAgainAt(now);
    }

    @Override
    public long waitingBytes() {
        return ring.counters().usedBytes();
    }

    @Override
    public long fullEvents() {
        return ring.counters().fullEvents();
    }

    @Override
    public long skips() {
        return ring.counters().windowSkips();
    }

    @Override
    public void peerLost() {
        ring.reclaim();
    }

    @Override
    public void paused(int task, boolean on) {
        ring.flag(tasks.indexOf(task), on);
    }
}
