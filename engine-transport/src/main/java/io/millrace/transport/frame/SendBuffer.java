// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import io.millrace.transport.MessageSource;
import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * A bounded queue of messages, kept as records in wire format. Any thread offers, the event loop drains whole records.
 * Lock-free for producers. A producer that is descheduled between reserve and commit delays the messages that were
 * offered after its own.
 *
 * <p>A message that fits a chunk is written into the last chunk. A longer one is written into a chain of new chunks,
 * one fragment each, and the chain is linked by one CAS. So fragments of a message are never mixed with other messages.
 */
public final class SendBuffer {

    private static final VarHandle CLAIMED;
    private static final VarHandle TAIL;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CLAIMED = lookup.findVarHandle(SendBuffer.class, "claimed", long.class);
            TAIL = lookup.findVarHandle(SendBuffer.class, "tail", Chunk.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ChunkPool pool;
    private final long boundBytes;
    private final boolean prefixed;
    private final LongSupplier clock;

    // any thread
    private volatile long claimed;
    private volatile Chunk tail;
    private volatile boolean blocked;

    // event loop; drained is read by any thread
    private volatile long drained;
    private Chunk head;
    private boolean headGiven = true;
    private ByteBuffer view;
    private boolean cut;
    private long drainedMessages;

    /**
     * @param prefixed whether every record begins with the message's target task, as in the priority lane
     * @param clock for timed messages
     */
    public SendBuffer(ChunkPool pool, long boundBytes, boolean prefixed, LongSupplier clock) {
        this.clock = clock;
        this.pool = pool;
        this.boundBytes = boundBytes;
        this.prefixed = prefixed;
        // Begin with a closed chunk without memory: a channel that is not used costs no memory.
        this.head = new Chunk(ByteBuffer.allocate(0));
        this.head.close();
        this.tail = head;
    }

    /** Any thread. Offers a message that is not timed, see {@link #offer(int, ByteBuffer, int, int, boolean)}. */
    public boolean offer(int targetTask, ByteBuffer source, int offset, int length) {
        return offer(targetTask, source, offset, length, false);
    }

    /**
     * Any thread. Offers a message; false if there is no room. {@link #takeRoomSignal()} says when there is room again.
     * If the buffer is empty after a refusal, because other threads withdrew their claims, nothing will be drained. The
     * caller must then make the event loop ask for the signal.
     *
     * @param timed whether the record says when it was drained; this has no effect on a message in fragments, and is
     *     not allowed together with a prefix
     */
    public boolean offer(int targetTask, ByteBuffer source, int offset, int length, boolean timed) {
        return offer(targetTask, source, offset, null, length, timed);
    }

    /** Any thread. Offers a message that is copied part by part, without a prefix and not timed. */
    public boolean offer(MessageSource source, int length) {
        return offer(0, null, 0, source, length, false);
    }

    /** @param parts the message, if {@code source} is null */
    private boolean offer(
            int targetTask, ByteBuffer source, int offset, MessageSource parts, int length, boolean timed) {
        int prefix = prefixed ? FrameDescriptor.RECORD_PREFIX_BYTES : timed ? FrameDescriptor.RECORD_TIME_BYTES : 0;
        int payload = length + prefix;
        int whole = FrameDescriptor.paddedBytes(payload);
        boolean fits = whole <= pool.chunkBytes();
        long bytes = fits ? whole : fragmentedBytes(length);
        if (!claim(bytes)) {
            blocked = true;
            // Room may have appeared before the flag was set.
            if (!claim(bytes)) {
                return false;
            }
        }
        boolean forced = claimed - drained == bytes;
        boolean written = fits
                ? append(targetTask, source, offset, parts, length, payload, whole, timed, forced)
                : appendFragments(
                        parts != null ? parts : (from, target, at, part) -> target.put(at, source, offset + from, part),
                        length,
                        bytes,
                        forced);
        if (!written) {
            blocked = true;
        }
        return written;
    }

    private void withdraw(long bytes) {
        CLAIMED.getAndAdd(this, -bytes);
    }

    /** Any thread. */
    public boolean isHalfFull() {
        return claimed - drained > boundBytes / 2;
    }

    /** Any thread. Returns a position that is not before what this thread has offered. */
    public long offered() {
        return claimed;
    }

    /**
     * Any thread. Returns whether everything before a position was drained. If not, {@link #takeRoomSignal()} says when
     * to ask again.
     */
    public boolean isDrained(long position) {
        if (hasDrained(position)) {
            return true;
        }
        blocked = true;
        return hasDrained(position);
    }

    /**
     * Whether everything before a position was drained. Claims that were withdrawn are never drained, but then the
     * buffer is empty.
     */
    private boolean hasDrained(long position) {
        long before = drained;
        return before >= position || claimed == before;
    }

    private boolean claim(long bytes) {
        while (true) {
            long before = claimed;
            long queued = before - drained;
            if (queued != 0 && queued + bytes > boundBytes) {
                return false;
            }
            if (CLAIMED.compareAndSet(this, before, before + bytes)) {
                return true;
            }
        }
    }

    /**
     * Appends a record. Withdraws the claim unless a record is in the queue; if the source throws, that record may be
     * without effect.
     */
    private boolean append(
            int targetTask,
            ByteBuffer source,
            int offset,
            MessageSource parts,
            int length,
            int payload,
            int bytes,
            boolean timed,
            boolean forced) {
        Chunk spare = null;
        boolean reserved = false;
        try {
            while (true) {
                Chunk last = lastChunk();
                int at = last.reserve(bytes);
                if (at >= 0) {
                    reserved = true;
                    if (spare != null) {
                        pool.give(spare, 0);
                    }
                    write(last, at, targetTask, source, offset, parts, length, payload, timed);
                    return true;
                }
                if (spare == null) {
                    spare = pool.take(forced);
                    if (spare == null) {
                        return false;
                    }
                }
                if (link(last, spare, spare)) {
                    spare = null;
                }
            }
        } finally {
            if (!reserved) {
                withdraw(bytes);
            }
        }
    }

    private void write(
            Chunk chunk,
            int at,
            int targetTask,
            ByteBuffer source,
            int offset,
            MessageSource parts,
            int length,
            int payload,
            boolean timed) {
        int word = FrameDescriptor.RECORD_WHOLE | FrameDescriptor.RECORD_VOID | payload;
        try {
            int to = at + FrameDescriptor.RECORD_HEADER_BYTES;
            if (prefixed) {
                putPrefix(chunk, to, targetTask);
                to += FrameDescriptor.RECORD_PREFIX_BYTES;
            } else if (timed) {
                to += FrameDescriptor.RECORD_TIME_BYTES;
            }
            if (parts == null) {
                chunk.memory.put(to, source, offset, length);
            } else {
                parts.copy(0, chunk.memory, to, length);
            }
            word = FrameDescriptor.RECORD_WHOLE | (timed ? FrameDescriptor.RECORD_TIMED : 0) | payload;
        } finally {
            // Commit the record also if the source threw: an open record would stop the queue for ever.
            chunk.putWordRelease(at, word);
        }
    }

    private static void putPrefix(Chunk chunk, int at, int prefix) {
        chunk.memory.putInt(at, Integer.reverseBytes(prefix));
    }

    /** Appends a message in fragments. Withdraws the claim unless all fragments are in the queue. */
    private boolean appendFragments(MessageSource source, int length, long claimedBytes, boolean forced) {
        Chunk first = null;
        Chunk last = null;
        boolean whole = false;
        try {
            for (int done = 0; done < length; ) {
                Chunk chunk = pool.take(forced);
                if (chunk == null) {
                    return false;
                }
                if (first == null) {
                    first = chunk;
                } else {
                    last.compareAndSetNext(chunk);
                }
                last = chunk;
                done += writeFragment(chunk, source, length, done);
            }
            whole = true;
        } finally {
            if (!whole) {
                giveChain(first);
                withdraw(claimedBytes);
            }
        }
        while (!link(lastChunk(), first, last)) {
            Thread.onSpinWait();
        }
        return true;
    }

    private static int writeFragment(Chunk chunk, MessageSource source, int length, int done) {
        int prefix = done == 0 ? FrameDescriptor.RECORD_PREFIX_BYTES : 0;
        int part = Math.min(length - done, chunk.capacity() - FrameDescriptor.RECORD_HEADER_BYTES - prefix);
        int flags = (done == 0 ? FrameDescriptor.RECORD_FIRST : 0)
                | (done + part == length ? FrameDescriptor.RECORD_LAST : 0);
        int at = chunk.reserve(FrameDescriptor.paddedBytes(prefix + part));
        chunk.close();
        int to = at + FrameDescriptor.RECORD_HEADER_BYTES;
        if (prefix != 0) {
            putPrefix(chunk, to, length);
        }
        source.copy(done, chunk.memory, to + prefix, part);
        chunk.putWordRelease(at, flags | (prefix + part));
        return part;
    }

    private void giveChain(Chunk first) {
        for (Chunk chunk = first; chunk != null; chunk = chunk.next()) {
            pool.give(chunk, chunk.end());
        }
    }

    private long fragmentedBytes(int length) {
        int room = pool.chunkBytes() - FrameDescriptor.RECORD_HEADER_BYTES;
        long first = Math.min(length, room - FrameDescriptor.RECORD_PREFIX_BYTES);
        long rest = length - first;
        long tailPart = rest % room;
        return FrameDescriptor.paddedBytes((int) first + FrameDescriptor.RECORD_PREFIX_BYTES)
                + rest / room * FrameDescriptor.paddedBytes(room)
                + (tailPart == 0 ? 0 : FrameDescriptor.paddedBytes((int) tailPart));
    }

    /** The chunk after which to link: the tail, moved past what other threads have linked. */
    private Chunk lastChunk() {
        while (true) {
            Chunk last = tail;
            Chunk next = last.next();
            if (next == null) {
                return last;
            }
            TAIL.compareAndSet(this, last, next);
        }
    }

    /** Closes {@code after} and links a chain behind it, unless another thread did so first. */
    private boolean link(Chunk after, Chunk first, Chunk last) {
        after.close();
        if (!after.compareAndSetNext(first)) {
            return false;
        }
        TAIL.compareAndSet(this, after, last);
        return true;
    }

    /** Any thread. */
    public long queuedBytes() {
        return claimed - drained;
    }

    /** Event loop. Returns the size of the first committed record in a frame, 0 if there is none. */
    public int nextRecordBytes() {
        int word = nextWord();
        return word == 0 ? 0 : FrameDescriptor.recordBytes(word);
    }

    private int nextWord() {
        while (true) {
            // Read before the end, because only the end of a closed chunk is final.
            boolean closed = head.isClosed();
            if (head.read < head.end()) {
                return head.getWordAcquire(head.read);
            }
            Chunk next = closed ? head.next() : null;
            if (next == null) {
                return 0;
            }
            giveHead();
            head = next;
            headGiven = false;
            view = head.memory.duplicate();
        }
    }

    private void giveHead() {
        if (!headGiven) {
            pool.give(head, head.read);
            headGiven = true;
        }
    }

    /** Event loop, called regularly. Frees the last chunk if it is empty, so that an idle channel holds none. */
    public void trim() {
        // The chunk of a fragment is closed from the start.
        if (head.closeIfEmptyAt(head.read) || (head.isClosed() && head.read == head.end())) {
            giveHead();
        }
    }

    /** Event loop. Copies whole records while they fit {@code maxBytes}; returns the number of bytes. */
    public int drainTo(ByteBuf out, int maxBytes) {
        int total = 0;
        while (true) {
            int run = measureRun(maxBytes - total);
            if (run == 0) {
                break;
            }
            view.limit(head.read + run).position(head.read);
            out.writeBytes(view);
            head.read += run;
            total += run;
        }
        if (total != 0) {
            drained += total;
        }
        return total;
    }

    /** The length of the contiguous committed records at the head that fit. */
    private int measureRun(int maxBytes) {
        if (nextWord() == 0) {
            return 0;
        }
        int end = head.end();
        int at = head.read;
        while (at < end) {
            int word = head.getWordAcquire(at);
            int bytes = FrameDescriptor.recordBytes(word);
            if (word == 0 || at - head.read + bytes > maxBytes) {
                break;
            }
            if (FrameDescriptor.isTimed(word)) {
                head.memory.putLong(at + FrameDescriptor.RECORD_HEADER_BYTES, Long.reverseBytes(clock.getAsLong()));
            }
            at += bytes;
            passed(word);
        }
        return at - head.read;
    }

    /** Event loop. The number of messages whose last record was drained, so far. */
    public long drainedMessages() {
        return drainedMessages;
    }

    /**
     * Event loop, when the connection is lost: discards the rest of a message whose beginning was drained.
     *
     * @return whether there was one
     */
    public boolean discardCutMessage() {
        if (!cut) {
            return false;
        }
        while (cut) {
            discardRecord();
        }
        return true;
    }

    /** Event loop. Discards all that is committed; returns the number of messages. */
    public long discardAll() {
        long before = drainedMessages;
        while (nextWord() != 0) {
            discardRecord();
        }
        return drainedMessages - before;
    }

    private void discardRecord() {
        int word = nextWord();
        int bytes = FrameDescriptor.recordBytes(word);
        head.read += bytes;
        passed(word);
        drained += bytes;
    }

    private void passed(int word) {
        cut = !FrameDescriptor.isLast(word);
        if (!cut && !FrameDescriptor.isVoid(word)) {
            drainedMessages++;
        }
    }

    /** Event loop, after draining. True once when a refused offer may succeed: at most half of the bound is queued. */
    public boolean takeRoomSignal() {
        if (blocked && claimed - drained <= boundBytes / 2) {
            blocked = false;
            return true;
        }
        return false;
    }
}
