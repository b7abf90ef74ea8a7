// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.liveness.SharedDirectory;
import io.millrace.ipc.memory.MappedMemory;
import io.millrace.ipc.memory.SharedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The ring of one sample of a race. Rings are reused from sample to sample, as making one costs as much as thousands of
 * samples. One thread calls {@link #take} and {@link #outcome} while no actor runs; one of the actors is the consumer.
 */
final class RaceRing {
    static final RingConfig CONFIG = RingConfig.defaults()
            .withCapacityBytes(64 << 10)
            .withMaxProducers(3)
            .withFlags(0);
    static final int CELLS = CONFIG.capacityBytes() / Descriptor.CELL_LENGTH;
    static final int LONGEST = CELLS / 8;

    /** Cells of a record that is described before it is finished. */
    static final int LONG = Descriptor.SHORT_CELLS + 1;

    private static final int MAX_SPINS = 1000;

    /** The base of the rings. The process that starts the races deletes it, as the JVMs that run them may be killed. */
    static final String BASE_PROPERTY = "millrace.races.base";

    private static final Queue<RaceRing> CLEAN = new ConcurrentLinkedQueue<>();
    private static final AtomicInteger MADE = new AtomicInteger();
    private static final SharedDirectory DIRECTORY = directory();

    final RingFile file;
    final RingConsumer consumer;
    final RingProducer a;
    final RingProducer b;

    /** Delays of the producers, and of the consumer. */
    final Jitter ofA = new Jitter();

    final Jitter ofB = new Jitter();
    final Jitter ofConsumer = new Jitter();

    private final AtomicInteger actors = new AtomicInteger();
    private final int[] received = new int[64];
    private int count;
    private boolean torn;
    private volatile String failure;
    private long abandonedBefore;
    private RingProducer blocked;
    private Doorbell bell;

    private RaceRing() throws IOException {
        Path path = DIRECTORY.path().resolve("race-" + MADE.incrementAndGet() + ".ring");
        // Without named pipes: no thread sleeps in a race, and a write to a pipe takes longer than the race.
        this.consumer = new RingConsumer(
                ConsumerOwnership.create(path, CONFIG, DIRECTORY.lock(), 0, 0),
                DIRECTORY.lock(),
                RingConsumer.own(Doorbells.Wait.NONE),
                ofConsumer);
        this.file = RingFile.open(path);
        this.a = open(DIRECTORY.lock(), null, ofA);
        this.b = open(DIRECTORY.lock(), null, ofB);
    }

    private static SharedDirectory directory() {
        try {
            String base = System.getProperty(
                    BASE_PROPERTY, SharedDirectory.defaultBase().toString());
            SharedDirectory directory = SharedDirectory.create(Path.of(base), "races");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                directory.close();
                // The rings are never closed, so they retain the lock.
                directory.lock().file().toFile().delete();
            }));
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RaceRing take() {
        RaceRing ring = CLEAN.poll();
        if (ring != null) {
            return ring;
        }
        try {
            return new RaceRing();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Another race of this process begins with rings of its own: it may want more of their slots. */
    static void forgetAll() {
        CLEAN.clear();
    }

    /** A process lock of its own, as another process would have. */
    static ProcessLock otherProcess() {
        try {
            return ProcessLock.acquire(DIRECTORY.path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    RingProducer open(ProcessLock process, Doorbell bell, FailPoint failPoint) {
        while (true) {
            try {
                return RingProducer.open(file, process, bell, failPoint);
            } catch (IOException e) {
                if (!e.getMessage().startsWith("all 3 slots")) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** A third producer of this process. */
    RingProducer openThird(FailPoint failPoint) {
        return open(DIRECTORY.lock(), null, failPoint);
    }

    /** A producer that is to wait for room, at a doorbell without a pipe. */
    RingProducer blocked() {
        if (blocked == null) {
            Path path = file.path.resolveSibling(file.path.getFileName() + ".own");
            try {
                MappedMemory memory = MappedMemory.create(path, 256);
                SharedFile.publish(memory, SharedFile.BELL_MAGIC, 128);
                bell = Doorbells.attachOwn(
                        memory, path, Doorbells.Wait.NONE, () -> path.toFile().delete());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            blocked = open(DIRECTORY.lock(), bell, FailPoint.NONE);
        }
        return blocked;
    }

    Doorbell bellOfBlocked() {
        return bell;
    }

    /**
     * Called first by both actors, so that they start at the same time, or with random delays. If the other one does
     * not come soon, because the machine is busy, this one starts alone.
     */
    void startTogether(Jitter own) {
        actors.incrementAndGet();
        for (int i = 0; i < MAX_SPINS && actors.get() < 2; i++) {
            Thread.onSpinWait();
        }
        own.delay();
    }

    /** The cells of a short record or of a long one, at random. */
    static int shortOrLong() {
        return ThreadLocalRandom.current().nextBoolean() ? 1 : LONG;
    }

    /** Claims, and fills the record with the number. */
    void write(RingProducer by, int number, int cells) {
        int length = cells * Descriptor.CELL_LENGTH;
        if (!by.tryClaim(number, length, 0)) {
            throw new IllegalStateException("no room in a ring that was empty");
        }
        fill(by.buffer(), by.offset(), length, number);
    }

    static void fill(ByteBuffer buffer, int offset, int length, int number) {
        for (int i = 0; i < length; i += Long.BYTES) {
            buffer.putLong(offset + i, number);
        }
    }

    void commit(RingProducer by) {
        try {
            by.commit();
        } catch (CorruptRingException e) {
            failure = "taken from its living owner";
        }
    }

    void send(RingProducer by, int number, int cells) {
        write(by, number, cells);
        commit(by);
    }

    /** Polls as before a sleep: the consumer passes over unfinished records, and asks about their owners. */
    void pollBeforeSleep(int times) {
        consumer.doorbell().prepareWait();
        poll(times, CELLS);
        consumer.doorbell().cancelWait();
    }

    int poll(int times, int limit) {
        int before = count;
        try {
            for (int i = 0; i < times; i++) {
                consumer.poll(this::onMessage, limit);
            }
        } catch (CorruptRingException e) {
            failure = "corrupt";
        }
        return count - before;
    }

    /** Polls one message at a time and holds the first until the last was read or its memory is needed. */
    void pollRetaining(int messages) {
        RetainedRecord[] held = new RetainedRecord[1];
        MessageHandler first = (task, buffer, offset, length) -> {
            onMessage(task, buffer, offset, length);
            held[0] = consumer.retain(() -> check(task, buffer, offset, length));
        };
        consumer.poll(first, 1);
        poll(messages - 1, 1);
        held[0].moveOut();
        // Publishes what was released
        poll(1, 1);
    }

    private void onMessage(int task, ByteBuffer buffer, int offset, int length) {
        check(task, buffer, offset, length);
        received[count++ % received.length] = task;
    }

    private void check(int task, ByteBuffer buffer, int offset, int length) {
        // Messages to task 0 were not written.
        for (int i = 0; task != 0 && i < length; i += Long.BYTES) {
            torn |= buffer.getLong(offset + i) != task;
        }
    }

    /** Brings the next claim to this cell, while no actor runs. */
    void moveTo(int cell) {
        while (nextCell() != cell) {
            int distance = cell - nextCell() & file.cellMask;
            int room = Math.min(LONGEST, CELLS - nextCell());
            a.tryClaim(0, Math.min(distance, room) * Descriptor.CELL_LENGTH, 0);
            a.abort();
            consumer.poll(this::onMessage, CELLS);
        }
    }

    private int nextCell() {
        return (int) consumer.counters().tail() & file.cellMask;
    }

    /** What arrived, in order, and what went wrong. The ring is empty then, and the next sample reuses it. */
    String outcome() {
        pollBeforeSleep(3);
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < Math.min(count, received.length); i++) {
            result.append(i == 0 ? "" : " ").append(received[i]);
        }
        long abandoned = consumer.counters().abandoned() - abandonedBefore;
        if (abandoned != 0) {
            result.append(", ").append(abandoned).append(" abandoned");
        }
        if (torn) {
            result.append(", torn");
        }
        if (failure != null) {
            result.append(", ").append(failure);
        }
        boolean held = consumer.counters().free() != consumer.counters().tail();
        if (held) {
            result.append(", held up");
        }
        if (held || torn || failure != null) {
            discard();
        } else {
            abandonedBefore += abandoned;
            count = 0;
            actors.set(0);
            CLEAN.add(this);
        }
        return result.toString();
    }

    private void discard() {
        try {
            a.close();
            b.close();
        } catch (CorruptRingException e) {
            failure = "corrupt";
        }
        consumer.close();
        if (blocked != null) {
            blocked.close();
            bell.close();
        }
    }
}
