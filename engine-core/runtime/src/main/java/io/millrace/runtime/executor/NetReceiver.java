// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.runtime.link.NetChannel;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.transport.InboundMessage;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;

/**
 * The messages that the transport received for one executor. Event loops add messages; the executor's thread decodes
 * them. The queue is unbounded, because the granted credit bounds what it may hold.
 */
public final class NetReceiver implements Receiver {

    private static final int CHUNK = 256;

    private final MpscUnboundedVarHandleArrayQueue<InboundMessage> messages =
            new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
    private final Executor executor;
    private final Decoding decoding;
    private volatile boolean closed;

    public NetReceiver(Executor executor, TupleDecoder decoder) {
        this.executor = executor;
        this.decoding = new Decoding(executor, decoder, LinkKind.NET);
    }

    /** Adds a message. Called on an event loop. */
    public void put(InboundMessage message) {
        messages.offer(message);
        executor.inbound().bell().ring();
        if (closed) {
            releaseAll();
        }
    }

    /** Releases the memory of messages that were not received. */
    @Override
    public void close() {
        closed = true;
        releaseAll();
    }

    /** Releases all messages. Event loops may do this at the same time. */
    private void releaseAll() {
        synchronized (messages) {
            InboundMessage message;
            while ((message = messages.poll()) != null) {
                message.release();
            }
        }
    }

    @Override
    public int receive(int limit) {
        int received = 0;
        InboundMessage message;
        while (received < limit && (message = messages.poll()) != null) {
            receive(message);
            received++;
        }
        return received;
    }

    private void receive(InboundMessage message) {
        int channel = message.targetTask();
        int task = NetChannel.task(channel);
        long clockOffset = message.senderClockOffsetNanos();
        long ahead = clockOffset == InboundMessage.UNKNOWN_CLOCK ? DataTuple.UNKNOWN_TIME : clockOffset;
        if (!TupleDecoder.isTuple(message.buffer(), message.offset(), message.length())) {
            decoding.deliver(task, message.buffer(), message.offset(), message.length(), ahead);
            message.release();
            return;
        }
        long sent = message.sentNanos();
        DataTuple tuple = decoding.tuple(
                task,
                message.buffer(),
                message.offset(),
                message.length(),
                message.payloadAt(),
                message.payload(),
                ahead,
                sent == InboundMessage.UNKNOWN_TIME ? DataTuple.UNKNOWN_TIME : sent);
        Task target = executor.task(task);
        // While the task is paused, its sources get credit back only as its inbox shrinks
        if (tuple != null && target != null && target.sign().isPaused() && !NetChannel.isInsideCycle(channel)) {
            tuple.hold(message::release);
        } else {
            message.release();
        }
        if (tuple != null) {
            executor.arrivals().deliver(tuple);
        }
    }

    @Override
    public long deadline(long now) {
        return Long.MAX_VALUE;
    }
}
