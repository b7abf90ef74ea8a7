// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.TestWorker;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.flow.Endpoint;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A worker in virtual time whose tasks consume at rates of their own; many {@link DelayedPipe}s may lead to it. */
final class VirtualReceiver implements InboundHandler {

    /** The rate of a task that consumes all messages as they come. */
    static final double AT_ONCE = 0;

    static final double NOT_AT_ALL = -1;

    /** The waiting messages and the counters of one task. */
    private static final class Inbox {
        private final ArrayDeque<InboundMessage> messages = new ArrayDeque<>();
        private double bytesPerNano = AT_ONCE;
        private boolean busy;
        private long bytes;
        private long count;
        private long longestTransitNanos;
    }

    final VirtualTime time;
    final Endpoint endpoint;
    private final Map<Integer, Inbox> inboxes = new HashMap<>();
    int controls;

    VirtualReceiver(VirtualTime time, UnaryOperator<TransportConfig.Builder> settings) {
        this.time = time;
        this.endpoint = new Endpoint(TestWorker.config("b", 1, settings), this, time::now);
    }

    private Inbox inbox(int task) {
        return inboxes.computeIfAbsent(task, none -> new Inbox());
    }

    /** Sets a task's rate; {@code bytesPerSecond} may be {@link #AT_ONCE} or {@link #NOT_AT_ALL}. */
    void consume(int task, double bytesPerSecond) {
        Inbox inbox = inbox(task);
        inbox.bytesPerNano = bytesPerSecond / 1e9;
        consume(inbox);
    }

    long consumedBytes(int task) {
        return inbox(task).bytes;
    }

    long consumedMessages(int task) {
        return inbox(task).count;
    }

    /** The longest time from offer to arrival since the last call, of messages that carry their time. */
    long takeLongestTransitNanos(int task) {
        Inbox inbox = inbox(task);
        long longest = inbox.longestTransitNanos;
        inbox.longestTransitNanos = 0;
        return longest;
    }

    @Override
    public void onMessage(InboundMessage message) {
        Inbox inbox = inbox(message.targetTask());
        if (message.length() >= Long.BYTES) {
            long transit = time.now() - message.buffer().getLong(message.offset());
            inbox.longestTransitNanos = Math.max(inbox.longestTransitNanos, transit);
        }
        inbox.messages.add(message);
        consume(inbox);
    }

    @Override
    public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {
        controls++;
    }

    private void consume(Inbox inbox) {
        if (inbox.busy || inbox.bytesPerNano < 0) {
            return;
        }
        if (inbox.bytesPerNano == AT_ONCE) {
            while (!inbox.messages.isEmpty()) {
                release(inbox);
            }
        } else if (!inbox.messages.isEmpty()) {
            inbox.busy = true;
            time.at(time.now() + (long) (inbox.messages.peek().length() / inbox.bytesPerNano), () -> {
                inbox.busy = false;
                release(inbox);
                consume(inbox);
            });
        }
    }

    private void release(Inbox inbox) {
        InboundMessage next = inbox.messages.poll();
        if (next != null) {
            inbox.bytes += next.length();
            inbox.count++;
            next.release();
        }
    }

    void releaseAll() {
        for (Inbox inbox : inboxes.values()) {
            inbox.messages.forEach(InboundMessage::release);
            inbox.messages.clear();
        }
    }
}
