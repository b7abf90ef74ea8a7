// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class InboundMemoryTest {

    private static final long LEAST = 256;

    @Test
    void whateverChannelsWantTheSumStaysBelowTheBound() {
        for (long seed = 0; seed < 100; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int channels = 1 + random.nextInt(40);
            long bound = channels * LEAST * (1 + random.nextInt(8));
            InboundMemory memory = new InboundMemory(bound, LEAST);
            long[] taken = new long[channels];
            for (int i = 0; i < channels; i++) {
                memory.open();
            }
            for (int step = 0; step < 2000; step++) {
                int i = random.nextInt(channels);
                long needed = (long) (taken[i] * random.nextDouble());
                long wanted = needed + random.nextLong(2 * bound);
                taken[i] = memory.exchange(taken[i], needed, wanted);
                assertThat(taken[i]).isBetween(needed, wanted);
                assertThat(memory.usedBytes()).isLessThanOrEqualTo(bound);
            }
            for (int i = 0; i < channels; i++) {
                memory.close(taken[i], 10);
            }
            assertThat(memory.usedBytes()).isEqualTo(10L * channels);
            memory.releaseOrphan(10L * channels);
            assertThat(memory.usedBytes()).isZero();
        }
    }

    @Test
    void whatIsAnnouncedIsReservedWithinTheBound() {
        InboundMemory memory = new InboundMemory(100 * LEAST, LEAST);
        for (int i = 0; i < 10; i++) {
            memory.open();
        }
        assertThat(memory.tryReserve(31 * LEAST)).as("more than a third").isFalse();
        int reserved = 0;
        while (memory.tryReserve(8 * LEAST)) {
            reserved++;
        }
        assertThat(reserved).isEqualTo(9);
        assertThat(memory.usedBytes()).isEqualTo((10 + 9 * 8) * LEAST);
        assertThat(memory.exchange(0, 0, Long.MAX_VALUE)).as("for what comes").isEqualTo(6 * LEAST);
        memory.giveReserved(8 * LEAST);
        assertThat(memory.usedBytes()).isEqualTo((10 + 8 * 8 + 6) * LEAST);
    }

    @Test
    void somethingIsLeftHoweverManyTakeAllTheyCan() {
        InboundMemory memory = new InboundMemory(100 * LEAST, LEAST);
        for (int i = 0; i < 11; i++) {
            memory.open();
        }
        long first = memory.exchange(0, 0, Long.MAX_VALUE);
        assertThat(first).isEqualTo(89 * LEAST / 3);
        for (int i = 0; i < 9; i++) {
            memory.exchange(0, 0, Long.MAX_VALUE);
        }
        assertThat(memory.exchange(0, 0, Long.MAX_VALUE)).isPositive();
        // The memory that the first channel gives back is free for others.
        memory.exchange(first, 0, 0);
        assertThat(memory.exchange(0, 0, Long.MAX_VALUE)).isGreaterThan(first / 3 - 1);
    }
}
