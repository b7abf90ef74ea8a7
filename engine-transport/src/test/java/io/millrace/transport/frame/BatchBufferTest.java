// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchBufferTest {

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private final BatchBuffer batches = new BatchBuffer(1_000);

    @AfterEach
    void giveBack() {
        batches.release();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    @Test
    void aBatchThatHasLeftGivesItsMemoryToTheNext() {
        ByteBuf first = batches.take(allocator);
        first.writeLong(1);
        first.release();
        ByteBuf second = batches.take(allocator);
        assertThat(second).isSameAs(first);
        assertThat(second.readableBytes()).isZero();
        assertThat(second.writableBytes()).isGreaterThanOrEqualTo(1_000);
        second.release();
    }

    @Test
    void aBatchOnItsWayKeepsItsMemory() {
        ByteBuf first = batches.take(allocator);
        first.writeLong(1);
        ByteBuf second = batches.take(allocator);
        second.writeLong(2);
        assertThat(first.readLong()).isEqualTo(1);
        first.release();
        second.release();
        assertThat(batches.take(allocator)).isSameAs(second);
        second.release();
    }

    @Test
    void whoMakesNoBatchesHasNoMemory() {
        batches.take(allocator).release();
        batches.trim();
        assertThat(allocator.metric().usedDirectMemory()).isPositive();
        batches.trim();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    @Test
    void memoryIsGivenBackWhenTheLastBatchHasLeft() {
        ByteBuf batch = batches.take(allocator);
        batches.release();
        assertThat(batch.refCnt()).isOne();
        batch.release();
    }
}
