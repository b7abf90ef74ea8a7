package io.millrace.runtime.metrics;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the ways in metrics memory while their owners write. Stateless. */
final class WayReader {

    private WayReader() {}

    /** Returns the ways of the last windows. Ways that are being replaced are left out. */
    static List<WayRecord> read(ByteBuffer memory, long nowNanos) {
        List<WayRecord> ways = new ArrayList<>();
        long current = Math.floorDiv(nowNanos, WayBlock.WINDOW_NANOS);
        for (int i = 0; i < Section.WAYS.count(memory); i++) {
            int block = Section.WAYS.block(memory, i);
            for (long number = current - WayBlock.WINDOWS + 1; number <= current; number++) {
                window(memory, WayBlock.window(block, number), number, ways);
            }
        }
        return WayLimit.of(ways);
    }

    private static void window(ByteBuffer memory, int window, long number, List<WayRecord> ways) {
        if (get(memory, window + WayBlock.NUMBER) != number) {
            return;
        }
        long ended = get(memory, window + WayBlock.ENDED_RANDOM);
        int random = (int) get(memory, window + WayBlock.KEPT_RANDOM);
        int slowest = (int) get(memory, window + WayBlock.KEPT_SLOWEST);
        if (random < 0 || random > WayBlock.RANDOM_WAYS || slowest < 0 || slowest > WayBlock.SLOWEST_WAYS) {
            return;
        }
        List<WayRecord> found = new ArrayList<>();
        // A slow way may also have been chosen at random
        Set<Long> known = new HashSet<>();
        double each = random == 0 ? 0 : (double) ended / random;
        for (int i = 0; i < random; i++) {
            add(memory, WayBlock.randomWay(window, i), each, known, found);
        }
        for (int i = 0; i < slowest; i++) {
            add(memory, WayBlock.slowestWay(window, i), 0, known, found);
        }
        if (get(memory, window + WayBlock.NUMBER) == number) {
            ways.addAll(found);
        }
    }

    private static void add(ByteBuffer memory, int at, double each, Set<Long> known, List<WayRecord> found) {
        long number = get(memory, at + WayBlock.WAY_NUMBER);
        long hopsAndWeight = get(memory, at + WayBlock.WAY_HOPS);
        int hops = (int) hopsAndWeight;
        if ((number & 1) != 0 || hops < 1 || hops > WayBlock.MOST_HOPS || known.contains(number)) {
            return;
        }
        long millis = get(memory, at + WayBlock.WAY_MILLIS);
        long latency = get(memory, at + WayBlock.WAY_LATENCY);
        List<Integer> tasks = new ArrayList<>(hops);
        List<Long> nanos = new ArrayList<>(hops * WayBlock.PARTS);
        for (int hop = 0; hop < hops; hop++) {
            int from = at + WayBlock.WAY_HOP + hop * WayBlock.HOP_BYTES;
            long first = get(memory, from);
            tasks.add((int) first);
            nanos.add(high(first));
            for (int part = 1; part < WayBlock.PARTS; part += 2) {
                from += Long.BYTES;
                long two = get(memory, from);
                nanos.add(nanos((int) two));
                nanos.add(high(two));
            }
        }
        if (get(memory, at + WayBlock.WAY_NUMBER) == number) {
            known.add(number);
            double weight = each * (int) (hopsAndWeight >>> Integer.SIZE);
            found.add(new WayRecord(millis, latency, weight, List.copyOf(tasks), List.copyOf(nanos)));
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
