// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import java.util.Arrays;

/**
 * How many events all windows with the same end contain, over all keys, and the sum of their values; of sessions those
 * between two jumps of event time. One thread.
 */
final class WindowTotals {

    private final WindowShape shape;
    private long[] counts = new long[64];
    private long[] sums = new long[64];
    private int size;

    WindowTotals(WindowShape shape) {
        this.shape = shape;
    }

    /** Adds the result of a key's window. */
    void add(long from, long to, long count, long sum) {
        addTo(
                shape == WindowShape.SESSION
                        ? EventSequence.block(from)
                        : (int) ((to - EventSequence.BASE_MILLIS) / shape.slideMillis()),
                count,
                sum);
    }

    private void addTo(int position, long count, long sum) {
        if (position >= counts.length) {
            int length = Math.max(position + 1, 2 * counts.length);
            counts = Arrays.copyOf(counts, length);
            sums = Arrays.copyOf(sums, length);
        }
        counts[position] += count;
        sums[position] += sum;
        size = Math.max(size, position + 1);
    }

    /** What there must be when the watermark has come so far. */
    static WindowTotals expected(EventSequence sequence, WindowShape shape, long watermark) {
        WindowTotals all = new WindowTotals(shape);
        long last = sequence.firstInOrder(watermark + 1 + EventSequence.LATENESS_MILLIS);
        int complete = shape == WindowShape.SESSION
                ? EventSequence.block(watermark + 1 - EventSequence.LATENESS_MILLIS)
                : (int) ((watermark + 1 - EventSequence.BASE_MILLIS) / shape.slideMillis()) + 1;
        for (long index = 0; index < last; index++) {
            long millis = sequence.millis(index);
            if (shape == WindowShape.SESSION) {
                all.addWithin(EventSequence.block(millis), complete, sequence.value(index));
            } else {
                int first = (int) Math.floorDiv(millis - EventSequence.BASE_MILLIS, shape.slideMillis()) + 1;
                all.addWithin(first, complete, sequence.value(index));
            }
        }
        return shape == WindowShape.SESSION ? all : all.windows(complete);
    }

    private void addWithin(int position, int complete, long value) {
        if (position < complete) {
            addTo(position, 1, value);
        }
    }

    /** Makes windows of what each slide has. */
    private WindowTotals windows(int complete) {
        WindowTotals all = new WindowTotals(shape);
        int slides = (int) (shape.sizeMillis() / shape.slideMillis());
        for (int slide = 0; slide < size; slide++) {
            for (int end = slide; end < Math.min(complete, slide + slides); end++) {
                all.addTo(end, counts[slide], sums[slide]);
            }
        }
        return all;
    }

    /** Says of how many of these at the front this differs. */
    int differences(WindowTotals expected) {
        int different = 0;
        for (int i = 0; i < expected.size; i++) {
            boolean same = i < size && counts[i] == expected.counts[i] && sums[i] == expected.sums[i];
            different += same ? 0 : 1;
        }
        return different;
    }

    int size() {
        return size;
    }

    void addAll(WindowTotals others) {
        for (int i = 0; i < others.size; i++) {
            addTo(i, others.counts[i], others.sums[i]);
        }
    }

    String encode() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++) {
            text.append(counts[i]).append('/').append(sums[i]).append(',');
        }
        return text.isEmpty() ? "," : text.toString();
    }

    static WindowTotals decode(WindowShape shape, String encoded) {
        WindowTotals all = new WindowTotals(shape);
        String[] part = encoded.split(",");
        for (int i = 0; i < part.length; i++) {
            String[] pair = part[i].split("/");
            all.addTo(i, Long.parseLong(pair[0]), Long.parseLong(pair[1]));
        }
        return all;
    }
}
