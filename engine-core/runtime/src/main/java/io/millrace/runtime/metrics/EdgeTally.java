// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

/**
 * A task's latest counts of tuples by stream and target, which are not published yet: a store into shared memory for
 * each tuple would cost as much as its hand-over. All are published at the end of the turn, and one is published
 * earlier if another one takes its place. Confined to the thread of the task's executor.
 */
public final class EdgeTally {

    /** The number of places, a power of two: counts of as many neighbouring tasks do not take each other's place. */
    private static final int PLACES = 16;

    private static final class Count {
        private int stream;
        private int target;
        private long messages;
        private long bytes;
    }

    private final TaskCounters counters;
    private final Count[] counts = new Count[PLACES];

    public EdgeTally(TaskCounters counters) {
        this.counters = counters;
        for (int i = 0; i < PLACES; i++) {
            counts[i] = new Count();
        }
    }

    /**
     * Counts a tuple that a link took.
     *
     * @param stream position of its stream among the component's outputs
     * @param bytes bytes of its message; 0 if it was not encoded
     */
    public void addSent(int stream, int target, int bytes) {
        Count count = counts[stream + target & PLACES - 1];
        if (count.target != target || count.stream != stream) {
            publish(count);
            count.stream = stream;
            count.target = target;
        }
        count.messages++;
        count.bytes += bytes;
    }

    public void publish() {
        for (Count count : counts) {
            publish(count);
        }
    }

    private void publish(Count count) {
        if (count.messages > 0) {
            counters.stream(count.stream).addSent(count.target, count.messages, count.bytes);
            count.messages = 0;
            count.bytes = 0;
        }
    }
}
