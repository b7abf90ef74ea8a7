// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WholeBodyTest {

    private static final int PART = 10_000;

    private final AtomicLong held = new AtomicLong();
    private final List<Long> holds = new ArrayList<>();
    private final List<byte[]> taken = new ArrayList<>();

    private WholeBody body(int announced, int most) {
        return new WholeBody(
                announced,
                most,
                bytes -> {
                    holds.add(bytes);
                    held.addAndGet(bytes);
                },
                taken::add);
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    private static void send(WholeBody body, byte[] bytes) {
        for (int from = 0; from < bytes.length; from += PART) {
            assertThat(body.add(Unpooled.wrappedBuffer(
                            Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PART)))))
                    .isTrue();
        }
        body.end();
    }

    @Test
    void anAnnouncedBodyIsReadIntoOneArray() {
        for (int length : new int[] {1, PART, PART + 1, WholeBody.AT_ONCE_BYTES}) {
            holds.clear();
            byte[] bytes = bytes(length);
            send(body(length, 2 * length), bytes);
            assertThat(taken.get(taken.size() - 1)).isEqualTo(bytes);
            assertThat(holds).containsExactly((long) length);
        }
    }

    @Test
    void aLongBodyThatIsAnnouncedTakesMemoryAsItComes() {
        int length = 16 * WholeBody.AT_ONCE_BYTES;
        WholeBody body = body(length, length);
        body.add(Unpooled.wrappedBuffer(new byte[] {1}));
        assertThat(held).hasValue(WholeBody.AT_ONCE_BYTES);
        byte[] rest = bytes(length - 1);
        send(body, rest);
        assertThat(held).hasValue(length);
        assertThat(holds).hasSizeLessThan(4);
        assertThat(taken.get(0)).hasSize(length).startsWith((byte) 1).endsWith(rest[length - 2]);
    }

    @Test
    void aBodyInChunksGrowsUpToItsBound() {
        byte[] bytes = bytes(3 * PART + 1);
        send(body(0, 3 * PART + 2), bytes);
        assertThat(taken.get(0)).isEqualTo(bytes);
        assertThat(held.get()).isBetween(3L * PART + 1, 3L * PART + 2);
    }

    @Test
    void oneChunkIsCopiedOnce() {
        byte[] bytes = bytes(PART);
        send(body(0, 1 << 20), bytes);
        assertThat(taken.get(0)).isEqualTo(bytes);
        assertThat(held).hasValue(PART);
    }

    @Test
    void noBodyIsEmpty() {
        body(0, 0).end();
        assertThat(taken.get(0)).isEmpty();
        assertThat(holds).isEmpty();
    }
}
