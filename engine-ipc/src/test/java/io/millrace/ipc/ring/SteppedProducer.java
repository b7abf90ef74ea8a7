// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.Semaphore;

/**
 * A producer with a process lock of its own, stepped by another thread: it stops at each fail point until it is told to
 * continue or to die there. Only one of the two threads runs at a time.
 */
final class SteppedProducer {
    private final Semaphore go = new Semaphore(0);
    private final Semaphore stopped = new Semaphore(0);
    private final ProcessLock process;
    private final Path ring;
    private final int number;
    private final int messages;
    private final Random random;
    private final Thread thread;

    // Written by this thread and read by the other one; the semaphores order that.
    final Deque<Integer> committed = new ArrayDeque<>();
    private Throwable failure;
    private FailPoint.Step at;
    private boolean killed;
    private boolean ended;

    // What the next commits complete.
    private int first;
    private int count;
    private int commitsLeft;

    SteppedProducer(Path ring, int number, int messages, long seed) throws IOException {
        this.ring = ring;
        this.number = number;
        this.messages = messages;
        this.random = new Random(seed);
        this.process = ProcessLock.acquire(ring.getParent());
        this.thread = new Thread(this::run, "producer-" + number);
        thread.setDaemon(true);
        thread.start();
        stopped.acquireUninterruptibly();
    }

    /** Goes on to its next step; false if it has ended. */
    boolean step() {
        if (!ended) {
            go.release();
            stopped.acquireUninterruptibly();
        }
        if (failure != null) {
            throw new AssertionError("producer " + number, failure);
        }
        return !ended;
    }

    /** Goes on until it has just done this. */
    void stepTo(FailPoint.Step step) {
        while (at != step && step()) {}
    }

    void kill() {
        killed = true;
        while (step()) {}
    }

    boolean hasEnded() {
        return ended;
    }

    private void pause(FailPoint.Step step) {
        if (step == FailPoint.Step.READY_STORED && --commitsLeft == 0) {
            for (int i = 0; i < count; i++) {
                committed.add(first + i);
            }
        }
        at = step;
        stopped.release();
        go.acquireUninterruptibly();
        if (killed) {
            throw new Killed();
        }
    }

    private void run() {
        boolean slotTaken = false;
        try {
            pause(FailPoint.Step.LINKED);
            RingProducer producer = open();
            slotTaken = true;
            for (int sequence = 0; sequence < messages; ) {
                sequence += send(producer, sequence);
            }
            producer.close();
            slotTaken = false;
        } catch (Killed e) {
            slotTaken = true;
        } catch (IOException e) {
            failure = new UncheckedIOException(e);
        } catch (Throwable e) {
            failure = e;
        } finally {
            process.close();
            if (slotTaken && process.file().toFile().exists()) {
                // What the kernel does: the share of the producer that was not closed goes too.
                process.release();
            }
            ended = true;
            stopped.release();
        }
    }

    private RingProducer open() throws IOException {
        while (true) {
            try {
                return RingProducer.open(ring, process, null, this::pause);
            } catch (IOException e) {
                if (!e.getMessage().contains("slots")) {
                    throw e;
                }
            }
        }
    }

    private int send(RingProducer producer, int sequence) {
        int length = 12 + random.nextInt(random.nextBoolean() ? 200 : producer.maxClaimLength() - 12);
        first = sequence;
        count = 1;
        commitsLeft = 1;
        int way = random.nextInt(8);
        if (way == 0) {
            if (producer.tryClaim(0, length, 0)) {
                producer.abort();
            }
            return 0;
        } else if (way == 1) {
            return sendBatch(producer, sequence);
        } else if (way == 2) {
            int whole = producer.maxClaimLength() * 2 + length;
            int fragment = producer.maxClaimLength() - Descriptor.FRAGMENT_HEAD;
            commitsLeft = (whole + fragment - 1) / fragment;
            ByteBuffer message = ByteBuffer.allocate(whole).order(ByteOrder.LITTLE_ENDIAN);
            write(message, 0, whole, sequence);
            while (!producer.offer(number, message, 0, whole, 0)) {
                if (random.nextInt(40) == 0) {
                    producer.dropPartial();
                    return 0;
                }
            }
            return 1;
        }
        while (!producer.tryClaim(number, length, 0)) {}
        write(producer.buffer(), producer.offset(), length, sequence);
        producer.commit();
        return 1;
    }

    private int sendBatch(RingProducer producer, int sequence) {
        int length = 12 + random.nextInt(300);
        if (!producer.tryClaimBatch(3 * RingProducer.batchBytes(length), 0)) {
            return 0;
        }
        count = Math.min(3, messages - sequence);
        for (int i = 0; i < count; i++) {
            write(producer.buffer(), producer.appendClaim(number, length), length, sequence + i);
        }
        producer.commit();
        return count;
    }

    private void write(ByteBuffer buffer, int offset, int length, int sequence) {
        buffer.putInt(offset, number);
        buffer.putInt(offset + 4, sequence);
        buffer.putInt(offset + length - 4, ~sequence);
    }
}
