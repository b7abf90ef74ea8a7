// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import java.nio.ByteBuffer;

/**
 * Keeps some of the traces that end in the tasks of one component in one executor: a random choice of each period of
 * ten seconds, and its slowest. Only the executor's thread writes. Allocates nothing.
 */
public final class TraceRecorder {

    private static final int NONE = -1;

    private final ByteBuffer memory;
    private final int block;
    private int random;
    private long numbers;

    // The present window
    private long number = TraceBlock.CLEARING;
    private int window;
    private long endedRandom;
    private int keptSlowest;
    private final long[] slowest = new long[TraceBlock.SLOWEST_TRACES];

    // The places of the trace that was offered last
    private int randomPlace;
    private int slowestPlace;

    TraceRecorder(ByteBuffer memory, int block) {
        this.memory = memory;
        this.block = block;
        this.random = block * 0x9E3779B9 | 1;
        for (int i = 0; i < TraceBlock.WINDOWS; i++) {
            MetricsMemory.putRelease(memory, TraceBlock.window(block, i) + TraceBlock.NUMBER, TraceBlock.CLEARING);
        }
    }

    /**
     * A trace has ended. If this returns true, {@link #keep} must be called next.
     *
     * @param now time by the worker's clock
     * @param chosen whether the trace was chosen at random
     */
    public boolean wants(long now, long latency, boolean chosen) {
        long current = Math.floorDiv(now, TraceBlock.WINDOW_NANOS);
        if (current != number) {
            begin(current);
        }
        randomPlace = chosen ? randomPlace() : NONE;
        slowestPlace = slowestPlace(latency);
        return randomPlace != NONE || slowestPlace != NONE;
    }

    private void begin(long current) {
        number = current;
        window = TraceBlock.window(block, current);
        endedRandom = 0;
        keptSlowest = 0;
        // A reader that sees the new number must see the new counts
        MetricsMemory.putRelease(memory, window + TraceBlock.NUMBER, TraceBlock.CLEARING);
        MetricsMemory.putRelease(memory, window + TraceBlock.ENDED_RANDOM, 0);
        MetricsMemory.putRelease(memory, window + TraceBlock.KEPT_RANDOM, 0);
        MetricsMemory.putRelease(memory, window + TraceBlock.KEPT_SLOWEST, 0);
        MetricsMemory.putRelease(memory, window + TraceBlock.NUMBER, current);
    }

    /** Returns the place of a randomly chosen trace, by Vitter's algorithm R. */
    private int randomPlace() {
        endedRandom++;
        MetricsMemory.putRelease(memory, window + TraceBlock.ENDED_RANDOM, endedRandom);
        long place = endedRandom <= TraceBlock.RANDOM_TRACES ? endedRandom - 1 : next() % endedRandom;
        return place < TraceBlock.RANDOM_TRACES ? (int) place : NONE;
    }

    private int slowestPlace(long latency) {
        if (keptSlowest < slowest.length) {
            slowest[keptSlowest] = latency;
            return keptSlowest++;
        }
        int least = 0;
        for (int i = 1; i < slowest.length; i++) {
            least = slowest[i] < slowest[least] ? i : least;
        }
        if (latency <= slowest[least]) {
            return NONE;
        }
        slowest[least] = latency;
        return least;
    }

    /**
     * Keeps the trace that was offered last.
     *
     * @param endedMillis end in milliseconds since 1970
     * @param tasks task of each hop
     * @param nanos times of each hop, by {@link io.millrace.api.metrics.TracePart}
     */
    public void keep(long endedMillis, long latency, int weight, int hops, int[] tasks, long[] nanos) {
        numbers++;
        if (randomPlace != NONE) {
            write(TraceBlock.randomTrace(window, randomPlace), endedMillis, latency, weight, hops, tasks, nanos);
            long kept = Math.min(endedRandom, TraceBlock.RANDOM_TRACES);
            MetricsMemory.putRelease(memory, window + TraceBlock.KEPT_RANDOM, kept);
        }
        if (slowestPlace != NONE) {
            write(TraceBlock.slowestTrace(window, slowestPlace), endedMillis, latency, weight, hops, tasks, nanos);
            MetricsMemory.putRelease(memory, window + TraceBlock.KEPT_SLOWEST, keptSlowest);
        }
    }

    private void write(int at, long endedMillis, long latency, int weight, int hops, int[] tasks, long[] nanos) {
        // The stores are releases in this order: a reader that sees a part of the trace between two equal even numbers
        // sees one trace
        MetricsMemory.putRelease(memory, at + TraceBlock.TRACE_NUMBER, 2 * numbers - 1);
        MetricsMemory.putRelease(memory, at + TraceBlock.TRACE_MILLIS, endedMillis);
        MetricsMemory.putRelease(memory, at + TraceBlock.TRACE_LATENCY, latency);
        MetricsMemory.putRelease(memory, at + TraceBlock.TRACE_HOPS, pair(hops, weight));
        for (int hop = 0; hop < hops; hop++) {
            int to = at + TraceBlock.TRACE_HOP + hop * TraceBlock.HOP_BYTES;
            int from = hop * TraceBlock.PARTS;
            MetricsMemory.putRelease(memory, to, pair(tasks[hop], bits(nanos[from])));
            for (int part = 1; part < TraceBlock.PARTS; part += 2) {
                to += Long.BYTES;
                MetricsMemory.putRelease(memory, to, pair(bits(nanos[from + part]), bits(nanos[from + part + 1])));
            }
        }
        MetricsMemory.putRelease(memory, at + TraceBlock.TRACE_NUMBER, 2 * numbers);
    }

    private static int bits(long nanos) {
        return Float.floatToRawIntBits(nanos);
    }

    private static long pair(int low, int high) {
        return low & 0xFFFF_FFFFL | (long) high << Integer.SIZE;
    }

    /** Returns a random number by Marsaglia's xorshift. */
    private int next() {
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        return random >>> 1;
    }
}
