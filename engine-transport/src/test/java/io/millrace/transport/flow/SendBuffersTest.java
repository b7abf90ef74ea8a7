// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.TestWorker;
import java.nio.ByteBuffer;
import java.util.Iterator;
import org.junit.jupiter.api.Test;

class SendBuffersTest {

    private final Endpoint endpoint = new Endpoint(TestWorker.config("a", 1, builder -> builder), null, () -> 1);
    private final SendBuffers buffers = new SendBuffers(endpoint, () -> {});

    private void offer(int first, int end) {
        for (int task = first; task < end; task++) {
            assertThat(buffers.offer(task, ByteBuffer.allocate(8), 0, 8)).isTrue();
        }
    }

    @Test
    void eachTaskHasAChannelThatStays() {
        offer(0, 100);
        OutboundChannel first = buffers.channel(0);
        offer(0, 200);

        assertThat(buffers.channels()).hasSize(200).doesNotHaveDuplicates();
        assertThat(buffers.channel(0)).isSameAs(first);
        assertThat(buffers.channel(199).id).isEqualTo(199);
        assertThat(buffers.channel(200)).isNull();
    }

    @Test
    void aThreadCountsTheChannelsWhileOthersCountAndOpenSome() {
        offer(0, 10);
        Iterator<OutboundChannel> one = buffers.channels().iterator();
        one.next();
        assertThat(buffers.channels())
                .hasSize(10)
                .extracting(channel -> channel.id)
                .doesNotHaveDuplicates();
        offer(10, 20);

        int left = 0;
        for (; one.hasNext(); one.next()) {
            left++;
        }
        assertThat(left).isEqualTo(9);
    }
}
