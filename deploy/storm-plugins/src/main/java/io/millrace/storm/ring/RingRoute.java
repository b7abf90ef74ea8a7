// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.ring.GatheredMessages;
import io.millrace.ipc.ring.RingProducer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.storm.messaging.TaskMessage;

/**
 * Writes to the ring of a worker of this node: the messages of one call share records of up to an eighth of the ring,
 * and longer ones go in fragments. While the ring is full the sending thread waits, as it does at a full channel of
 * Netty.
 */
final class RingRoute implements Route {
    /** How often a thread that waits for room looks whether somebody will make any. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final RingProducer ring;
    private final Path lock;
    private final Doorbell room;
    private final RingCounts counts;
    private final BooleanSupplier connected;
    private final Consumer<TaskMessage> tooLong;
    private final GatheredMessages gathered = new GatheredMessages();
    private int gatheredCount;

    /**
     * @param room the doorbell at which the sending thread waits
     * @param connected whether the receiver is still there, and this worker still wants to send
     * @param tooLong sends messages that are longer than a ring can take
     */
    RingRoute(
            RingProducer ring,
            Doorbell room,
            RingCounts counts,
            BooleanSupplier connected,
            Consumer<TaskMessage> tooLong) {
        this.ring = ring;
        this.lock = RingAddress.lockOf(ring.path().getParent());
        this.room = room;
        this.counts = counts;
        this.connected = connected;
        this.tooLong = tooLong;
    }

    @Override
    public void send(Iterator<TaskMessage> messages) {
        boolean open = true;
        while (open && messages.hasNext()) {
            TaskMessage message = messages.next();
            byte[] bytes = message.message();
            int most = ring.maxClaimLength();
            if (gathered.recordBytes() + RingProducer.batchBytes(bytes.length) > most) {
                open = flush();
            }
            if (open && bytes.length > RingSettings.MAX_MESSAGE_BYTES) {
                tooLong.accept(message);
            } else if (open && bytes.length > most) {
                open = sendLong(message);
            } else if (open) {
                gather(message.task(), bytes);
            } else {
                counts.lost(1);
            }
        }
        if (open) {
            flush();
        }
        while (messages.hasNext()) {
            messages.next();
            counts.lost(1);
        }
    }

    private void gather(int task, byte[] bytes) {
        int at = gathered.room(bytes.length);
        gathered.buffer().put(at, bytes);
        gathered.add(task, bytes.length);
        gatheredCount++;
    }

    private boolean flush() {
        if (gathered.isEmpty()) {
            return true;
        }
        boolean sent = false;
        try {
            sent = ring.offer(gathered, 0) || awaitRoom(() -> ring.offer(gathered, 0));
        } finally {
            count(sent, gatheredCount);
            gathered.clear();
            gatheredCount = 0;
        }
        return sent;
    }

    private boolean sendLong(TaskMessage message) {
        ByteBuffer bytes = ByteBuffer.wrap(message.message());
        boolean sent = false;
        try {
            sent = awaitRoom(() -> ring.offer(message.task(), bytes, 0, bytes.limit(), 0));
        } finally {
            if (!sent && ring.isPartial()) {
                ring.dropPartial();
            }
            count(sent, 1);
        }
        return sent;
    }

    private void count(boolean sent, int messages) {
        if (sent) {
            counts.sent(messages);
        } else {
            counts.lost(messages);
        }
    }

    /** Tries until it succeeds; false if the receiver is gone. */
    private boolean awaitRoom(BooleanSupplier attempt) {
        while (!attempt.getAsBoolean()) {
            room.prepareWait();
            ring.requestWake();
            if (attempt.getAsBoolean()) {
                room.cancelWait();
                return true;
            }
            room.await(System.nanoTime() + LOOK_NANOS);
            if (Thread.interrupted()) {
                // What ends Storm's loop around this call
                throw new IllegalStateException(
                        new InterruptedException("interrupted while " + ring.path() + " is full"));
            }
            if (!connected.getAsBoolean() || ring.isClosed()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isOver() {
        try {
            return ring.isClosed() || !ProcessLock.isAlive(lock);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        ring.close();
    }
}
