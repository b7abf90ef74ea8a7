// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.READY;
import static io.millrace.ipc.ring.Descriptor.TAIL_OFFSET;
import static io.millrace.ipc.ring.Descriptor.WRITING;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.DoorbellBoard;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads a ring, and owns its file. One thread polls; any thread may ring {@link #doorbell} and read {@link #counters}.
 *
 * <p>The consumer reads in order while every record is finished when it comes to it: one word of its own says what has
 * been read, and neither tail nor READ is touched. An unfinished record is passed over. From then on the consumer makes
 * passes, each bounded by a snapshot of tail, over the skipped records and then over new ones; it marks READ what it
 * reads there. When no record is skipped any more, it reads in order again.
 */
public final class RingConsumer implements AutoCloseable {
    /** Polls that find nothing at the read position before tail is loaded: most claims are finished by then. */
    private static final int EMPTY_POLLS = 64;

    /**
     * Looks at an unfinished claim before a thread sleeps behind it: as long as it takes to finish a short record, some
     * times over.
     */
    private static final int LAST_LOOKS = 128;

    private final RingFile file;
    private final MappedMemory memory;
    private final ProcessLock process;
    private final Doorbell doorbell;
    private final RingCounters counters;
    private final FailPoint failPoint;
    private final RecordReader reader;
    private final ConsumerSlots slots;
    private final Recovery recovery;
    private final ProducerWakeUps wakeUps;
    private final SkippedClaims skipped;
    private final PollBackOff backOff = new PollBackOff();
    private final Patience patience = new Patience();
    private final Counter windowSkips;
    private final int windowCells;
    private final FreedCells freed;

    /** The record that is read now. */
    private long reading = Descriptor.NO_POSITION;

    /** All before it is finished or skipped. */
    private long cursor;

    private int emptyPolls;
    private volatile boolean closed;

    /** Makes the doorbell of a ring that is mapped. */
    interface BellMaker {
        /** @param removal deletes the ring's files; run when the doorbell is closed */
        Doorbell attach(MappedMemory memory, Path file, Runnable removal) throws IOException;
    }

    RingConsumer(RingFile file, ProcessLock process, BellMaker bells, FailPoint failPoint) throws IOException {
        this.file = file;
        this.memory = file.memory;
        this.process = process;
        this.failPoint = failPoint;
        this.doorbell = bells.attach(memory, file.path, this::delete);
        this.counters = new RingCounters(file);
        FragmentAssembler assembler =
                new FragmentAssembler(file.config, new Counter(memory, CounterOffsets.DROPPED_FRAGMENTED));
        this.reader = new RecordReader(file, assembler, failPoint);
        this.slots = new ConsumerSlots(file, assembler, failPoint);
        this.recovery = new Recovery(file, slots, failPoint);
        this.wakeUps = new ProducerWakeUps(file, failPoint);
        this.skipped = new SkippedClaims(file.config.maxProducers());
        this.windowSkips = new Counter(memory, CounterOffsets.WINDOW_SKIPS);
        this.windowCells = file.config.windowCells();
        this.freed = new FreedCells(file);
        this.cursor = freed.free();
    }

    /**
     * Makes a ring that the calling process consumes.
     *
     * @param process held while this process lives; it stays held until this consumer is closed
     * @throws IOException if there is no room for the file, or the file exists and its consumer is not proven dead
     */
    public static RingConsumer create(Path file, RingConfig config, ProcessLock process) throws IOException {
        return create(file, config, process, Doorbells.Wait.FAST);
    }

    /** Makes a ring whose thread waits in this way. */
    public static RingConsumer create(Path file, RingConfig config, ProcessLock process, Doorbells.Wait wait)
            throws IOException {
        return create(file, config, process, wait, 0, FailPoint.NONE);
    }

    static RingConsumer create(
            Path file,
            RingConfig config,
            ProcessLock process,
            Doorbells.Wait wait,
            long firstPosition,
            FailPoint failPoint)
            throws IOException {
        if (wait != Doorbells.Wait.NONE) {
            Doorbells.makePipes(List.of(file));
        }
        try {
            return new RingConsumer(
                    ConsumerOwnership.create(file, config, process, firstPosition, 0), process, own(wait), failPoint);
        } catch (IOException | RuntimeException e) {
            if (Files.notExists(file)) {
                Doorbells.deletePipes(file);
            }
            throw e;
        }
    }

    /**
     * Makes a ring that threads of this process read in turn, beside the file of their doorbells; see
     * {@link #readBy}.
     *
     * @param number number of the doorbell of the first thread that reads it
     */
    public static RingConsumer create(
            Path file, RingConfig config, ProcessLock process, DoorbellBoard board, int number) throws IOException {
        return new RingConsumer(
                ConsumerOwnership.create(file, config, process, 0, number + 1),
                process,
                (memory, path, removal) -> Doorbells.attachMovable(memory, path, board, removal),
                FailPoint.NONE);
    }

    static BellMaker own(Doorbells.Wait wait) {
        return (memory, file, removal) -> Doorbells.attachOwn(memory, file, wait, removal);
    }

    /**
     * Takes over a ring whose consumer died. At most one message, whose handler was running, is delivered again. A
     * fragmented message of which the dead consumer had read a part is dropped and counted. Nothing else is lost.
     *
     * @throws IOException if the old consumer is not proven dead, or has closed the ring
     */
    public static RingConsumer reopen(Path file, ProcessLock process) throws IOException {
        return reopen(file, process, FailPoint.NONE);
    }

    static RingConsumer reopen(Path file, ProcessLock process, FailPoint failPoint) throws IOException {
        Doorbells.makePipes(List.of(file));
        RingConsumer consumer = new RingConsumer(
                ConsumerOwnership.takeOver(file, process, failPoint), process, own(Doorbells.Wait.FAST), failPoint);
        new Counter(consumer.memory, CounterOffsets.CONSUMER_RESTARTS).add(1);
        consumer.wakeUps.afterTakeOver();
        return consumer;
    }

    /**
     * Calls the handler with the messages that can be read now; never blocks.
     *
     * <p>Between {@link Doorbell#prepareWait} and {@link Doorbell#await} it always passes over unfinished records. It
     * asks the kernel about the owner of the oldest one if that was unfinished before the last wait already. Otherwise
     * it asks after thousands of polls.
     *
     * @param limit the most messages to read
     * @return number of messages, 0 if there is nothing that can be read now
     * @throws CorruptRingException if the ring was overwritten, or its file truncated
     */
    public int poll(MessageHandler handler, int limit) {
        try {
            return pollMapped(handler, limit);
        } catch (InternalError e) {
            throw file.truncated(e);
        }
    }

    private int pollMapped(MessageHandler handler, int limit) {
        if (closed) {
            throw new IllegalStateException(file.path + " is closed: its consumer polls no more");
        }
        backOff.beforePoll(doorbell.isWaiting());
        reader.begin(handler, limit);
        try {
            if (!skipped.isEmpty()) {
                pass();
            }
            if (skipped.isEmpty()) {
                readInOrder();
                if (reader.count() == 0) {
                    checkTail();
                }
            }
        } finally {
            endPoll();
        }
        backOff.afterPoll(reader.count());
        return reader.count();
    }

    /**
     * Makes the next poll that finds nothing pass over an unfinished record at once. Otherwise only one of
     * {@value #EMPTY_POLLS} such polls does, which is soon for a thread that polls without pause, and late for one that
     * polls rarely. The polling thread.
     */
    public void passOverUnfinished() {
        emptyPolls = EMPTY_POLLS;
    }

    private void readInOrder() {
        while (reader.hasRoom()) {
            long position = cursor;
            long word = memory.getAcquire(file.descriptorOffset(position));
            long lapBits = file.lapBits(position);
            if ((word & Descriptor.LAP_AND_STATE) == (lapBits | READY)) {
                long end = endOf(word, position);
                reading = position;
                try {
                    reader.read(word, file.descriptorOffset(position) + Descriptor.HEAD, file.cellOffset(position));
                } finally {
                    if (reader.isDone()) {
                        cursor = end;
                        freed.advance(end);
                    }
                }
                if (!reader.isDone()) {
                    return;
                }
            } else if (Descriptor.isDescribed(word, lapBits) && Descriptor.state(word) != WRITING) {
                cursor = endOf(word, position);
                freed.advance(cursor);
            } else {
                return;
            }
        }
    }

    /** Makes a pass if tail says that more is claimed; loads tail only after some empty polls. */
    private void checkTail() {
        boolean waiting = doorbell.isWaiting();
        if (++emptyPolls < EMPTY_POLLS && !waiting) {
            return;
        }
        emptyPolls = 0;
        // After this thread has said that it waits, if it has: a producer whose claim is not seen here sees that.
        if (memory.getAcquire(TAIL_OFFSET) != cursor) {
            for (int i = 0; waiting && i < LAST_LOOKS && isUnfinished(cursor); i++) {
                Thread.onSpinWait();
            }
            pass();
        }
    }

    private boolean isUnfinished(long position) {
        long word = file.descriptorAcquire(position);
        return !file.isDescribed(word, position) || Descriptor.state(word) == WRITING;
    }

    private void pass() {
        // Loaded before any descriptor: the pass delivers nothing that was claimed later, so each producer's order
        // holds.
        long tail = memory.getAcquire(TAIL_OFFSET);
        long free = freed.free();
        if (tail < cursor || tail - free > file.cells) {
            throw new CorruptRingException("tail of " + file.path + " is " + tail + ", read are " + cursor
                    + ", free is " + free + " of " + file.cells + " cells: it was overwritten, make another ring");
        }
        failPoint.reached(FailPoint.Step.TAIL_SEEN);
        boolean waiting = doorbell.isWaiting();
        boolean probe = patience.beginPass(waiting, skipped.oldest());
        for (int i = 0; i < skipped.size() && reader.hasRoom(); ) {
            if (finish(skipped.start(i), skipped.end(i), probe)) {
                skipped.remove(i);
            } else {
                i++;
            }
        }
        long bound = Math.min(tail, free + windowCells);
        while (cursor < bound && reader.hasRoom() && !skipped.isFull()) {
            long word = file.descriptorAcquire(cursor);
            long end = file.isDescribed(word, cursor) ? endOf(word, cursor) : recovery.endOfHole(cursor, tail);
            if (!finish(cursor, end, probe)) {
                if (!reader.hasRoom()) {
                    break;
                }
                skipped.add(cursor, end);
                windowSkips.add(1);
            }
            cursor = end;
        }
        long finished = skipped.isEmpty() ? cursor : skipped.oldest();
        patience.endPass(waiting, skipped.oldest(), finished != free);
        if (finished != free) {
            freed.advance(finished);
        }
    }

    /** Reads a claim if it is ready, or abandons it if its owner is probed and dead; false if it stays unfinished. */
    private boolean finish(long position, long end, boolean probe) {
        while (true) {
            long word = file.descriptorAcquire(position);
            if (!file.isDescribed(word, position)) {
                if (!probe) {
                    return false;
                }
                if (recovery.abandonHole(position, end, word)) {
                    return true;
                }
            } else if (endOf(word, position) != end) {
                throw corrupt(word, position);
            } else if (Descriptor.state(word) == READY) {
                return read(position, word);
            } else if (Descriptor.state(word) != WRITING) {
                return true;
            } else if (!probe) {
                return false;
            } else if (recovery.abandonRecord(position, word)) {
                return true;
            }
            if (file.descriptorAcquire(position) == word) {
                return false;
            }
        }
    }

    private boolean read(long position, long word) {
        reading = position;
        try {
            reader.read(word, file.descriptorOffset(position) + Descriptor.HEAD, file.cellOffset(position));
        } finally {
            if (reader.isDone()) {
                // After the handler: if the consumer dies before, the message is delivered again.
                memory.putRelease(file.descriptorOffset(position), Descriptor.withState(word, Descriptor.READ));
                failPoint.reached(FailPoint.Step.MARKED);
            }
        }
        return reader.isDone();
    }

    private long endOf(long word, long position) {
        int cells = Descriptor.cells(word);
        int index = (int) position & file.cellMask;
        if (cells == 0 || cells > file.cells - index || Descriptor.state(word) > Descriptor.ABANDONED) {
            throw corrupt(word, position);
        }
        return position + cells;
    }

    private CorruptRingException corrupt(long word, long position) {
        return new CorruptRingException("the descriptor at " + position + " of " + file.path + " is 0x"
                + Long.toHexString(word) + ", which no producer writes: it was overwritten, make another ring");
    }

    /**
     * Keeps the memory of the record that holds the message which the handler is taking. It is overwritten only after
     * {@link RetainedRecord#release}. A retained record does not stop the ring: when the records from the oldest
     * retained one on take more than half of it, {@code moveOut} is called and the record released. A consumer that
     * takes the ring over knows nothing of retained records: their messages count as read. The polling thread, during
     * the call of the handler, for a message that is not passed with a payload and whose buffer is the ring's.
     *
     * @param moveOut copies what is needed of the message; called by the polling thread
     */
    public RetainedRecord retain(Runnable moveOut) {
        if (reading == Descriptor.NO_POSITION) {
            throw new IllegalStateException("no message of " + file.path + " is handled: hold it during the call");
        }
        return freed.retain(reading, moveOut);
    }

    /** Whether a buffer that the handler was given is the ring's memory, and not one into which fragments were put. */
    public boolean isOwn(ByteBuffer buffer) {
        return reader.reads(buffer);
    }

    private void endPoll() {
        reading = Descriptor.NO_POSITION;
        reader.end();
        freed.endPoll();
        wakeUps.afterPoll(freed.published(), reader.count() == 0);
        if (memory.getAcquire(Descriptor.SLOT_REQUEST_OFFSET) != 0) {
            memory.putVolatile(Descriptor.SLOT_REQUEST_OFFSET, 0);
            slots.findDead();
        }
        if (slots.hasRetiring()) {
            slots.retire(freed.free());
        }
    }

    /**
     * Asks the kernel about every producer, and frees the slots of dead ones. Polling does so when a producer finds no
     * free slot. Call it when a process is known to have died, so that its unfinished messages do not take memory. The
     * polling thread.
     */
    public void reclaim() {
        slots.findDead();
        slots.retire(freed.free());
        slots.unlinkUnnamed();
    }

    /**
     * Returns the deadline of {@link Doorbell#await}, for a thread that has called {@link Doorbell#prepareWait} and then
     * polled in vain. It is {@link Doorbell#NEVER} unless an unfinished record is skipped: if its owner dies, nobody
     * rings, and if its owner commits at the moment of that poll, nobody may ring either. The polling thread.
     *
     * @param now {@link System#nanoTime}
     */
    public long lookAgainAt(long now) {
        return patience.lookAgainAt(skipped.oldest(), now);
    }

    /** The doorbell that producers ring when they commit while the polling thread waits. */
    public Doorbell doorbell() {
        return doorbell;
    }

    /**
     * Another thread of the process reads the ring from now on, and {@link #doorbell} is its doorbell. Called by the
     * thread that has read it so far. No wake-up is lost: the next thread looks into the ring before it waits, and
     * whoever rang the former doorbell has published its record before.
     *
     * @param number number of that thread's doorbell on the board
     */
    public void readBy(int number) {
        if (memory.getVolatile(Descriptor.DOORBELL_OFFSET) == 0) {
            throw new IllegalStateException(file.path + " was made for one thread");
        }
        memory.putVolatile(Descriptor.DOORBELL_OFFSET, number + 1);
        MappedMemory.fullFence();
    }

    /** Publishes a flag to all producers, and wakes blocked producers when it is cleared. The polling thread. */
    public void flag(int index, boolean on) {
        memory.putVolatile(file.flagOffset(index), on ? 1 : 0);
        if (!on) {
            wakeUps.afterFlagCleared();
        }
    }

    /** The counters of this ring. They are deleted with the ring. */
    public RingCounters counters() {
        return counters;
    }

    public Path path() {
        return file.path;
    }

    public RingConfig config() {
        return file.config;
    }

    private void delete() {
        try {
            RingFile.delete(file.path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file.path, e);
        }
    }

    /**
     * Deletes the ring and its doorbell. Producers see it closed, and a thread that waits at the doorbell is released.
     * Must not be called while a poll runs.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        ConsumerOwnership.close(file);
        try {
            wakeUps.ringAll();
            wakeUps.close();
            doorbell.close();
        } finally {
            process.release();
        }
    }
}
