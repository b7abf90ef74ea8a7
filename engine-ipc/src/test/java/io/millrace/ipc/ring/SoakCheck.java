// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.nio.ByteBuffer;

/** The consumer's side of a soak: each producer's messages arrive once, whole and in order. The polling thread. */
final class SoakCheck implements MessageHandler {
    private final int[] next = new int[SoakContent.MAX_PRODUCERS];
    private final SoakContent content = new SoakContent();
    private volatile long received;
    private long bytes;
    private int shortest = Integer.MAX_VALUE;
    private int longest;

    @Override
    public void onMessage(int task, ByteBuffer buffer, int offset, int length) {
        int producer = SoakContent.producer(task);
        int sequence = next[producer];
        String problem = content.problem(task, buffer, offset, length, producer, sequence);
        if (problem != null) {
            throw new AssertionError("message " + sequence + " of producer " + producer + ": " + problem);
        }
        next[producer] = sequence + 1;
        received = received + 1;
        bytes += length;
        shortest = Math.min(shortest, length);
        longest = Math.max(longest, length);
    }

    int received(int producer) {
        return next[producer];
    }

    long received() {
        return received;
    }

    long bytes() {
        return bytes;
    }

    int shortest() {
        return shortest;
    }

    int longest() {
        return longest;
    }
}
