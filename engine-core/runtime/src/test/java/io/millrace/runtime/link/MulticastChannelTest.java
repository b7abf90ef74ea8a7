// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.tuple.DataTuple;
import io.millrace.transport.geo.GeoRoute;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.GeoSenderSettings;
import io.millrace.transport.geo.TestAcks;
import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MillraceModel;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Copies for two tasks of another region, one of which goes away. */
class MulticastChannelTest {

    private static final int CHANNEL = 7;
    private static final long EPOCH = 1;

    private long now;
    private long sent;

    private final GeoRoute route = new GeoRoute() {
        @Override
        public String name() {
            return "entry";
        }

        @Override
        public boolean isUp() {
            return true;
        }

        @Override
        public boolean offer(ByteBuffer batch, int offset, int length) {
            sent++;
            return true;
        }
    };

    private final GeoSender sender = new GeoSender(
            GeoSenderSettings.of(CHANNEL, EPOCH, 64 << 10, 1 << 20),
            List.of(route),
            null,
            new BatchOracle(new MillraceModel(), Limits.latency(1, 0.5, 64 << 10)),
            () -> now);

    private final MulticastLink stays = link("w2", 100);
    private final MulticastLink goes = link("w3", 101);
    private final MulticastChannel channel = new MulticastChannel(
            new MulticastChannelEnd(sender, CHANNEL, EPOCH),
            Map.of(100, stays, 101, goes),
            task -> true,
            TestTuples.encoder(),
            () -> now);

    private static MulticastLink link(String worker, int task) {
        return new MulticastLink(null, null, new CopyTarget(worker, "far", 1, 1, List.of(task)), null);
    }

    private void offer(int number) {
        for (int task = 100; task <= 101; task++) {
            DataTuple tuple = TestTuples.tuple(task, number, "payload");
            tuple.share(number + 1);
            assertThat(channel.offer(tuple)).isTrue();
        }
        for (int i = 0; i < 100 && sent == 0; i++) {
            now += 10_000_000;
            channel.endTurn();
        }
        assertThat(sent).isPositive();
    }

    private void ack(int task) {
        ByteBuffer ack = TestAcks.allBefore(sent, CHANNEL, EPOCH);
        channel.onAck(task, ack, 0, ack.remaining());
    }

    /**
     * Otherwise the batches that are kept for resending would grow up to their bound, and the other task would get
     * nothing more.
     */
    @Test
    void whatOnlyAMemberThatGoesHasNotAcknowledgedIsDone() {
        offer(0);
        ack(100);
        assertThat(channel.isDone()).as("one of them may ask for it again").isFalse();

        assertThat(channel.leave(goes)).isTrue();

        assertThat(channel.isDone()).isTrue();
        assertThat(channel.leadsTo(101, goes)).isFalse();
        assertThat(channel.leadsTo(100, stays)).isTrue();
    }

    @Test
    void whatTheOtherHasNotAcknowledgedIsKept() {
        offer(0);
        ack(101);
        assertThat(channel.leave(goes)).isTrue();
        assertThat(channel.isDone()).isFalse();

        ack(100);
        assertThat(channel.isDone()).isTrue();
        assertThat(channel.leave(stays)).as("nobody is left").isFalse();
    }
}
