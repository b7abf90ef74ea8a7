// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.macro.LogBuckets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What all sink tasks of a run have recorded by their {@link SinkTimeline}s. */
final class Timeline {

    private final int seconds;

    /** The slots of each task. */
    private final List<int[]> slots;

    /** The latency buckets of all tasks, by the second. */
    private final long[][] buckets;

    private Timeline(int seconds, List<int[]> slots, long[][] buckets) {
        this.seconds = seconds;
        this.slots = slots;
        this.buckets = buckets;
    }

    static Timeline read(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(file ->
                            SinkTimelineDescriptor.isFile(file.getFileName().toString()))
                    .toList();
        }
        if (files.isEmpty()) {
            throw new IOException("no sink has recorded anything in " + directory);
        }
        int seconds = SinkTimelineDescriptor.seconds(Files.size(files.get(0)));
        List<int[]> slots = new ArrayList<>();
        long[][] buckets = new long[seconds][LogBuckets.COUNT];
        for (Path file : files) {
            ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
            slots.add(IntStream.range(0, seconds * SinkTimelineDescriptor.SLOTS_PER_SECOND)
                    .map(slot -> content.getInt(SinkTimelineDescriptor.slotOffset(slot)))
                    .toArray());
            for (int second = 0; second < seconds; second++) {
                for (int bucket = 0; bucket < LogBuckets.COUNT; bucket++) {
                    buckets[second][bucket] +=
                            content.getInt(SinkTimelineDescriptor.bucketOffset(seconds, second, bucket));
                }
            }
        }
        return new Timeline(seconds, slots, buckets);
    }

    int seconds() {
        return seconds;
    }

    /** Tuples that were taken in these seconds. */
    long tuples(int from, int until) {
        long sum = 0;
        for (int second = from; second < until; second++) {
            for (long count : buckets[second]) {
                sum += count;
            }
        }
        return sum;
    }

    /** How late tuples were that were taken in these seconds, in milliseconds; 0 if there were none. */
    double lateMillis(int from, int until, double percentile) {
        long wanted = (long) Math.ceil(tuples(from, until) * percentile / 100);
        long seen = 0;
        int last = 0;
        for (int bucket = 0; bucket < LogBuckets.COUNT && seen < wanted; bucket++) {
            for (int second = from; second < until; second++) {
                seen += buckets[second][bucket];
            }
            last = bucket;
        }
        return LogBuckets.highest(last) / 1e3;
    }

    /**
     * The longest time in these seconds in which one task took nothing, in milliseconds, of the task where it is
     * longest.
     */
    int longestGapMillis(int from, int until) {
        int longest = 0;
        for (int[] task : slots) {
            int gap = 0;
            for (int slot = from * SinkTimelineDescriptor.SLOTS_PER_SECOND;
                    slot < until * SinkTimelineDescriptor.SLOTS_PER_SECOND;
                    slot++) {
                gap = task[slot] == 0 ? gap + 1 : 0;
                longest = Math.max(longest, gap);
            }
        }
        return longest * SinkTimelineDescriptor.SLOT_MILLIS;
    }
}
