// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.PeerCounters;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GeoFanOutTest {

    private static final int NUMBER = 5;

    private final GeoFanOut fanOut = new GeoFanOut();
    private int released;

    /** A receiver that takes so many messages. */
    private static final class Receiver implements Peer {
        private final List<Integer> came = new ArrayList<>();
        private int room;
        private boolean connected = true;

        Receiver(int room) {
            this.room = room;
        }

        @Override
        public PeerAddress address() {
            return new PeerAddress("host", 1, "worker", 1);
        }

        @Override
        public boolean offer(int targetTask, ByteBuffer source, int offset, int length) {
            if (room == 0) {
                return false;
            }
            room--;
            assertThat(targetTask).isEqualTo(NUMBER);
            came.add(source.getInt(offset));
            return true;
        }

        @Override
        public boolean offerTimed(int targetTask, ByteBuffer source, int offset, int length) {
            return offer(targetTask, source, offset, length);
        }

        @Override
        public boolean offerControl(int targetTask, ByteBuffer source, int offset, int length) {
            return false;
        }

        @Override
        public boolean isHalfFull(int targetTask) {
            return false;
        }

        @Override
        public boolean isEmpty(int targetTask) {
            return true;
        }

        @Override
        public long offeredControls() {
            return 0;
        }

        @Override
        public boolean isControlWritten(long position) {
            return true;
        }

        @Override
        public long connections() {
            return 1;
        }

        @Override
        public boolean connected() {
            return connected;
        }

        @Override
        public PeerCounters counters() {
            return null;
        }

        @Override
        public void close() {}
    }

    private InboundMessage message(int content) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).putInt(0, content);
        return new InboundMessage() {
            @Override
            public int targetTask() {
                return 1;
            }

            @Override
            public ByteBuffer buffer() {
                return bytes;
            }

            @Override
            public int offset() {
                return 0;
            }

            @Override
            public int length() {
                return Integer.BYTES;
            }

            @Override
            public long senderClockOffsetNanos() {
                return 0;
            }

            @Override
            public long sentNanos() {
                return 0;
            }

            @Override
            public void release() {
                released++;
            }
        };
    }

    @Test
    void creditComesBackWhenTheLastReceiverHasTakenABatch() {
        Receiver one = new Receiver(9);
        Receiver slow = new Receiver(1);
        List<InboundMessage> own = new ArrayList<>();
        fanOut.take(message(1), NUMBER, List.of(one, slow), List.of(own::add));
        assertThat(released).isZero();
        own.get(0).release();
        assertThat(released).isEqualTo(1);
        assertThat(own.get(0).targetTask()).isEqualTo(NUMBER);

        fanOut.take(message(2), NUMBER, List.of(one, slow), List.of());
        fanOut.take(message(3), NUMBER, List.of(one, slow), List.of());
        assertThat(one.came).containsExactly(1, 2, 3);
        assertThat(released).isEqualTo(1);
        assertThat(fanOut.held()).isEqualTo(2);
        slow.room = 9;
        fanOut.onRoom();
        assertThat(slow.came).containsExactly(1, 2, 3);
        assertThat(released).isEqualTo(3);
        assertThat(fanOut.copied()).isEqualTo(3);
    }

    @Test
    void othersDoNotWaitForAReceiverThatIsNotReached() {
        Receiver gone = new Receiver(0);
        gone.connected = false;
        fanOut.take(message(1), NUMBER, List.of(gone), List.of());
        assertThat(released).isEqualTo(1);
        assertThat(fanOut.held()).isZero();
    }

    @Test
    void whatIsHeldForAReceiverThatHasGoneIsDropped() {
        Receiver gone = new Receiver(0);
        fanOut.take(message(1), NUMBER, List.of(gone), List.of());
        assertThat(released).isZero();
        fanOut.removeAll(gone);
        assertThat(released).isEqualTo(1);
        fanOut.take(message(2), NUMBER, List.of(), List.of());
        assertThat(released).isEqualTo(2);
    }
}
