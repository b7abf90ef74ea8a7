package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.LogBuckets;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What the process that measures tells source and engines, and they it; see {@link BoardDescriptor}. A probe's fields are visible before its number. One thread writes each field, all
 * may read.
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

    static Board create(Path directory, int engines) throws IOException {
        return new Board(
                directory,
                BoardDescriptor.length(engines),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    static Board open(Path directory) throws IOException {
        return new Board(directory, 0, StandardOpenOption.READ, StandardOpenOption.WRITE);
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

    /** What engines have done. */
    Totals totals(int engines) {
        long done = 0;
        long busy = 0;
        long broken = 0;
        long numbers = 0;
        for (int engine = 0; engine < engines; engine++) {
            done += get(BoardDescriptor.done(engine));
            busy += get(BoardDescriptor.busy(engine));
            broken += get(BoardDescriptor.broken(engine));
            numbers += get(BoardDescriptor.numbers(engine));
        }
        return new Totals(get(BoardDescriptor.EMITTED), done, busy, broken, numbers);
    }

    /** Since the board was made, of all engines together. */
    record Totals(long emitted, long done, long busyNanos, long broken, long numbers) {

        /** Whether each message that was emitted is done, once and as it was. */
        boolean isComplete() {
            return done == emitted && broken == 0 && numbers == emitted * (emitted - 1) / 2;
        }
    }

    /** How many messages of all engines had a latency, by {@link LogBuckets}. */
    long[] latencies(int engines) {
        long[] counts = new long[LogBuckets.COUNT];
        for (int engine = 0; engine < engines; engine++) {
            for (int bucket = 0; bucket < counts.length; bucket++) {
                counts[bucket] += get(BoardDescriptor.latency(engine, bucket));
            }
        }
        return counts;
    }
}
