// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the traces in metrics memory while their owners write. Stateless. */
final class TraceReader {

    private TraceReader() {}

    /** Returns the traces of the last windows. Traces that are being replaced are left out. */
    static List<TraceRecord> read(ByteBuffer memory, long nowNanos) {
        List<TraceRecord> traces = new ArrayList<>();
        long current = Math.floorDiv(nowNanos, TraceBlock.WINDOW_NANOS);
        for (int i = 0; i < Section.TRACES.count(memory); i++) {
            int block = Section.TRACES.block(memory, i);
            for (long number = current - TraceBlock.WINDOWS + 1; number <= current; number++) {
                window(memory, TraceBlock.window(block, number), number, traces);
            }
        }
        return TraceLimit.of(traces);
    }

    private static void window(ByteBuffer memory, int window, long number, List<TraceRecord> traces) {
        if (get(memory, window + TraceBlock.NUMBER) != number) {
            return;
        }
        long ended = get(memory, window + TraceBlock.ENDED_RANDOM);
        int random = (int) get(memory, window + TraceBlock.KEPT_RANDOM);
        int slowest = (int) get(memory, window + TraceBlock.KEPT_SLOWEST);
        if (random < 0 || random > TraceBlock.RANDOM_TRACES || slowest < 0 || slowest > TraceBlock.SLOWEST_TRACES) {
            return;
        }
        List<TraceRecord> found = new ArrayList<>();
        // A slow trace may also have been chosen at random
        Set<Long> known = new HashSet<>();
        double each = random == 0 ? 0 : (double) ended / random;
        for (int i = 0; i < random; i++) {
            add(memory, TraceBlock.randomTrace(window, i), each, known, found);
        }
        for (int i = 0; i < slowest; i++) {
            add(memory, TraceBlock.slowestTrace(window, i), 0, known, found);
        }
        if (get(memory, window + TraceBlock.NUMBER) == number) {
            traces.addAll(found);
        }
    }

    private static void add(ByteBuffer memory, int at, double each, Set<Long> known, List<TraceRecord> found) {
        long number = get(memory, at + TraceBlock.TRACE_NUMBER);
        long hopsAndWeight = get(memory, at + TraceBlock.TRACE_HOPS);
        int hops = (int) hopsAndWeight;
        if ((number & 1) != 0 || hops < 1 || hops > TraceBlock.MOST_HOPS || known.contains(number)) {
            return;
        }
        long millis = get(memory, at + TraceBlock.TRACE_MILLIS);
        long latency = get(memory, at + TraceBlock.TRACE_LATENCY);
        List<Integer> tasks = new ArrayList<>(hops);
        List<Long> nanos = new ArrayList<>(hops * TraceBlock.PARTS);
        for (int hop = 0; hop < hops; hop++) {
            int from = at + TraceBlock.TRACE_HOP + hop * TraceBlock.HOP_BYTES;
            long first = get(memory, from);
            tasks.add((int) first);
            nanos.add(high(first));
            for (int part = 1; part < TraceBlock.PARTS; part += 2) {
                from += Long.BYTES;
                long two = get(memory, from);
                nanos.add(nanos((int) two));
                nanos.add(high(two));
            }
        }
        if (get(memory, at + TraceBlock.TRACE_NUMBER) == number) {
            known.add(number);
            double weight = each * (int) (hopsAndWeight >>> Integer.SIZE);
            found.add(new TraceRecord(millis, latency, weight, List.copyOf(tasks), List.copyOf(nanos)));
        }
    }

    private static long high(long two) {
        return nanos((int) (two >>> Integer.SIZE));
    }

    private static long nanos(int bits) {
        return (long) Float.intBitsToFloat(bits);
    }

    private static long get(ByteBuffer memory, int at) {
        return MetricsMemory.getAcquire(memory, at);
    }
}
