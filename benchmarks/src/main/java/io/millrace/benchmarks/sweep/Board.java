// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.LogBuckets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What the process that measures tells source and engines, and they it; see {@link BoardDescriptor}. A probe's fields
 * are visible before its number. One thread writes each field but that of {@link #takeRow}, all may read.
 */
final class Board {

    private static final String FILE = "board";
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;

    private Board(Path directory, int length, StandardOpenOption... options) throws IOException {
        try (FileChannel channel = FileChannel.open(directory.resolve(FILE), options)) {
            memory = channel.map(MapMode.READ_WRITE, 0, length > 0 ? length : channel.size());
        }
    }

    static Board create(Path directory, int rows) throws IOException {
        return new Board(
                directory,
                BoardDescriptor.length(rows),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    /** Opens the board in a process that was told where it is. */
    static Board open(Path directory) {
        try {
            return new Board(directory, 0, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException("there is no board in " + directory, e);
        }
    }

    /**
     * What is to be emitted from now on.
     *
     * @param start when the first message is due
     * @param from when the window begins, in which delays and latencies are recorded
     * @param until when it ends, and with it the probe
     */
    record Probe(double perSecond, long start, long from, long until, int bytes, long costNanos, boolean waits) {

        double intervalNanos() {
            return 1e9 / perSecond;
        }

        long due(long index) {
            return start + (long) (index * intervalNanos());
        }

        /** How many are due at a time. */
        long dueAt(long nanos) {
            return nanos < start ? 0 : (long) ((Math.min(nanos, until) - start) / intervalNanos()) + 1;
        }
    }

    /** The process that measures: begins a probe of this number, greater than 0, after {@link #stop}. */
    void begin(long number, Probe probe) {
        set(BoardDescriptor.START, probe.start);
        set(BoardDescriptor.INTERVAL, Double.doubleToRawLongBits(probe.intervalNanos()));
        set(BoardDescriptor.FROM, probe.from);
        set(BoardDescriptor.UNTIL, probe.until);
        set(BoardDescriptor.BYTES, probe.bytes);
        set(BoardDescriptor.COST, probe.costNanos);
        set(BoardDescriptor.WAITS, probe.waits ? 1 : 0);
        set(BoardDescriptor.PROBE, number);
    }

    /** The process that measures: nothing is emitted any more, and what is under way costs nothing any more. */
    void stop() {
        set(BoardDescriptor.PROBE, 0);
    }

    long number() {
        return get(BoardDescriptor.PROBE);
    }

    /** The probe that has begun. */
    Probe probe() {
        return new Probe(
                1e9 / Double.longBitsToDouble(get(BoardDescriptor.INTERVAL)),
                get(BoardDescriptor.START),
                get(BoardDescriptor.FROM),
                get(BoardDescriptor.UNTIL),
                (int) get(BoardDescriptor.BYTES),
                get(BoardDescriptor.COST),
                get(BoardDescriptor.WAITS) != 0);
    }

    long get(int offset) {
        return (long) LONG.getAcquire(memory, offset);
    }

    void set(int offset, long value) {
        LONG.setRelease(memory, offset, value);
    }

    void add(int offset, long value) {
        set(offset, get(offset) + value);
    }

    private int rows() {
        return BoardDescriptor.rows(memory.capacity());
    }

    /** Returns the number of a row that nobody else writes. */
    int takeRow() {
        long row = (long) LONG.getAndAdd(memory, BoardDescriptor.TAKEN, 1L);
        if (row >= rows()) {
            throw new IllegalStateException(
                    "the board has " + rows() + " rows, and another engine asks for one: an engine was started again");
        }
        return (int) row;
    }

    /** Who has the row: the message of this number is done. */
    void done(int row, long number) {
        add(BoardDescriptor.numbers(row), number);
        add(BoardDescriptor.done(row), 1);
    }

    /** Who has the row: a message had this latency. */
    void latency(int row, long nanos) {
        add(BoardDescriptor.latency(row, LogBuckets.index(nanos)), 1);
    }

    /** What engines have done. */
    Totals totals() {
        long done = 0;
        long busy = 0;
        long broken = 0;
        long numbers = 0;
        long repeated = 0;
        for (int row = 0; row < rows(); row++) {
            done += get(BoardDescriptor.done(row));
            busy += get(BoardDescriptor.busy(row));
            broken += get(BoardDescriptor.broken(row));
            numbers += get(BoardDescriptor.numbers(row));
            repeated += get(BoardDescriptor.repeated(row));
        }
        return new Totals(get(BoardDescriptor.EMITTED), done, busy, broken, numbers, repeated);
    }

    /** Since the board was made, of all engines together. */
    record Totals(long emitted, long done, long busyNanos, long broken, long numbers, long repeated) {

        /** Whether each message that was emitted is done, once and as it was. */
        boolean isComplete() {
            return done == emitted && broken == 0 && numbers == emitted * (emitted - 1) / 2;
        }
    }

    /** How many messages of all engines had a latency, by {@link LogBuckets}. */
    long[] latencies() {
        long[] counts = new long[LogBuckets.COUNT];
        for (int row = 0; row < rows(); row++) {
            for (int bucket = 0; bucket < counts.length; bucket++) {
                counts[bucket] += get(BoardDescriptor.latency(row, bucket));
            }
        }
        return counts;
    }
}
