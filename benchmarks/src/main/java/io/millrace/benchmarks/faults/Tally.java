// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Access to what {@link TallyDescriptor} shows. Any thread of any process; counters are changed atomically. */
final class Tally {

    /** Counts of some numbers that were emitted. */
    record Count(long emitted, long acked, long repeated, long lost) {

        /** No ack is missing, so that nothing is on its way. */
        boolean isSettled() {
            return acked == emitted;
        }

        /** All were taken and all acks have come. */
        boolean isComplete() {
            return isSettled() && lost == 0;
        }
    }

    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long SLOT_NANOS = TimeUnit.MILLISECONDS.toNanos(TallyDescriptor.SLOT_MILLIS);
    private static final int HEAD_BYTES = 24;

    private final ByteBuffer memory;
    private final TallyDescriptor layout;
    private final long start;

    private Tally(ByteBuffer memory, TallyDescriptor layout) {
        this.memory = memory;
        this.layout = layout;
        start = (long) LONG.get(memory, TallyDescriptor.START);
    }

    /** @param numbers most that one source may emit */
    static Tally create(Path file, int seconds, int numbers) throws IOException {
        TallyDescriptor layout = new TallyDescriptor(seconds, numbers);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, layout.length());
            LONG.set(memory, TallyDescriptor.SECONDS, (long) seconds);
            LONG.set(memory, TallyDescriptor.NUMBERS, (long) numbers);
            LONG.set(memory, TallyDescriptor.START, System.nanoTime());
            return new Tally(memory, layout);
        }
    }

    static Tally open(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer head = channel.map(FileChannel.MapMode.READ_ONLY, 0, HEAD_BYTES);
            TallyDescriptor layout = new TallyDescriptor((int) (long) LONG.get(head, TallyDescriptor.SECONDS), (int)
                    (long) LONG.get(head, TallyDescriptor.NUMBERS));
            return new Tally(channel.map(FileChannel.MapMode.READ_WRITE, 0, layout.length()), layout);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot map " + file, e);
        }
    }

    int next(int source) {
        return (int) (long) LONG.getVolatile(memory, TallyDescriptor.next(source));
    }

    /**
     * Notes that a source emits this number, if it may; false if it may not. For sources that go back to a position.
     */
    boolean raise(int source, int number) {
        if (isHalted() || number >= layout.numbers()) {
            return false;
        }
        long next = next(source);
        while (next <= number && !LONG.compareAndSet(memory, TallyDescriptor.next(source), next, number + 1L)) {
            next = next(source);
        }
        return true;
    }

    private boolean isHalted() {
        return (int) INT.getVolatile(memory, TallyDescriptor.HALT) != 0;
    }

    /** Claims the next number of a source; -1 if there are no more, or nothing new shall be emitted. */
    int claim(int source) {
        if (isHalted() || next(source) >= layout.numbers()) {
            return -1;
        }
        return (int) (long) LONG.getAndAdd(memory, TallyDescriptor.next(source), 1L);
    }

    void ack(int source, int number) {
        INT.setVolatile(memory, layout.acks(source, number), 1);
    }

    boolean isAcked(int source, int number) {
        return (int) INT.getVolatile(memory, layout.acks(source, number)) != 0;
    }

    void take(int sink, int source, int number) {
        int unused = (int) INT.getAndAdd(memory, layout.taken(source, number), 1);
        visible(sink, 1);
    }

    /** Numbers that a sink makes visible now; which they are is counted later. */
    void visible(int sink, int numbers) {
        long slot = slotOf(System.nanoTime());
        if (slot < layout.slots()) {
            int unused = (int) INT.getAndAdd(memory, layout.slot(sink, (int) slot), numbers);
        }
    }

    /** Counts a number that has become visible, as taken and acked. */
    void count(int source, int number) {
        int unused = (int) INT.getAndAdd(memory, layout.taken(source, number), 1);
        ack(source, number);
    }

    /** Makes all counts of {@link #count} zero. */
    void forget() {
        for (int source = 0; source < TallyDescriptor.SOURCES; source++) {
            for (int number = 0; number < next(source); number++) {
                INT.setVolatile(memory, layout.taken(source, number), 0);
            }
        }
    }

    private long slotOf(long nanoTime) {
        return (nanoTime - start) / SLOT_NANOS;
    }

    void halt(boolean halted) {
        INT.setVolatile(memory, TallyDescriptor.HALT, halted ? 1 : 0);
    }

    void set(Trouble trouble) {
        INT.setVolatile(memory, TallyDescriptor.TROUBLE, trouble.ordinal());
    }

    /** What the caller shall do; no other one shall. */
    Trouble takeTrouble() {
        int trouble = (int) INT.getVolatile(memory, TallyDescriptor.TROUBLE);
        if (trouble != 0 && INT.compareAndSet(memory, TallyDescriptor.TROUBLE, trouble, 0)) {
            return Trouble.values()[trouble];
        }
        return Trouble.NONE;
    }

    /** Declares that no bolt can process this number of the first source from now on; -1: all can be processed. */
    void poison(int number) {
        LONG.setVolatile(memory, TallyDescriptor.POISON, number + 1L);
    }

    boolean isPoison(int source, int number) {
        return source == 0 && (long) LONG.getVolatile(memory, TallyDescriptor.POISON) == number + 1L;
    }

    /** A bolt shall ack this number of the first source and not pass it on, so that it is lost. */
    void swallow(int number) {
        LONG.setVolatile(memory, TallyDescriptor.SWALLOWED, number + 1L);
    }

    boolean isSwallowed(int source, int number) {
        return source == 0 && (long) LONG.getVolatile(memory, TallyDescriptor.SWALLOWED) == number + 1L;
    }

    /** How many tuples the sink that has taken least took in this time. */
    long leastTaken(long fromNanos, long untilNanos) {
        long least = Long.MAX_VALUE;
        for (int sink = 0; sink < TallyDescriptor.SINKS; sink++) {
            long sum = 0;
            for (int slot = recorded(fromNanos); slot < recorded(untilNanos); slot++) {
                sum += (int) INT.getVolatile(memory, layout.slot(sink, slot));
            }
            least = Math.min(least, sum);
        }
        return least;
    }

    /** The slot of a time, or the next one that there is. */
    private int recorded(long nanoTime) {
        return (int) Math.max(0, Math.min(slotOf(nanoTime), layout.slots()));
    }

    /** The longest time in which one of the sinks took nothing. */
    long longestGapMillis(long fromNanos, long untilNanos) {
        long longest = 0;
        for (int sink = 0; sink < TallyDescriptor.SINKS; sink++) {
            long gap = 0;
            for (int slot = recorded(fromNanos); slot < recorded(untilNanos); slot++) {
                gap = (int) INT.getVolatile(memory, layout.slot(sink, slot)) == 0 ? gap + 1 : 0;
                longest = Math.max(longest, gap);
            }
        }
        return longest * TallyDescriptor.SLOT_MILLIS;
    }

    /** A time in which one of the sinks took nothing. */
    record Gap(long fromNanos, long untilNanos) {

        long millis() {
            return TimeUnit.NANOSECONDS.toMillis(untilNanos - fromNanos);
        }
    }

    /** Returns the times in which no sink or one of them took nothing for longer than this, by sink and time. */
    List<Gap> gaps(long fromNanos, long untilNanos, long leastMillis) {
        List<Gap> gaps = new ArrayList<>();
        for (int sink = 0; sink < TallyDescriptor.SINKS; sink++) {
            int first = recorded(fromNanos);
            int end = recorded(untilNanos);
            int begin = first;
            for (int slot = first; slot <= end; slot++) {
                if (slot == end || (int) INT.getVolatile(memory, layout.slot(sink, slot)) != 0) {
                    Gap gap = new Gap(start + begin * SLOT_NANOS, start + slot * SLOT_NANOS);
                    if (gap.millis() > leastMillis) {
                        gaps.add(gap);
                    }
                    begin = slot + 1;
                }
            }
        }
        return gaps;
    }

    Count count() {
        long emitted = 0;
        long acked = 0;
        long repeated = 0;
        long lost = 0;
        for (int source = 0; source < TallyDescriptor.SOURCES; source++) {
            int next = next(source);
            emitted += next;
            for (int number = 0; number < next; number++) {
                int taken = (int) INT.getVolatile(memory, layout.taken(source, number));
                acked += isAcked(source, number) ? 1 : 0;
                repeated += Math.max(0, taken - 1);
                lost += taken == 0 ? 1 : 0;
            }
        }
        return new Count(emitted, acked, repeated, lost);
    }
}
