// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.executor.ThreadDoorbell;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueLinkTest extends LinkContract {

    private static final long MOST_BYTES = 1 << 20;

    @Override
    LinkFixture open(boolean insideCycle) {
        return new Fixture((source, target) -> insideCycle);
    }

    @Test
    void tuplesAreSeenWhenTheSourcesRunEnds() {
        try (Fixture fixture = new Fixture(CycleEdges.NO_CYCLES)) {
            fixture.link.offer(TestTuples.tuple(1, 0, "one"));
            fixture.link.offer(TestTuples.tuple(2, 1, "two"));
            assertThat(fixture.inbound.waiting()).isZero();
            fixture.paths.handOver();
            assertThat(fixture.inbound.poll().getInt(0)).isZero();
            assertThat(fixture.inbound.poll().getInt(0)).isEqualTo(1);
        }
    }

    @Test
    void whoBlocksWithGatheredTuplesIsWokenWhenThereIsRoom() {
        try (Fixture fixture = new Fixture(CycleEdges.NO_CYCLES)) {
            int taken = 0;
            while (fixture.link.offer(TestTuples.tuple(1, taken, null))) {
                taken++;
            }
            fixture.bell.prepareWait();
            assertThat(fixture.paths.flushAcks(true)).isZero();
            List<DataTuple> received = new ArrayList<>();
            received.add(fixture.inbound.poll());
            fixture.inbound.roomMade();
            // Returns at once, or never
            fixture.bell.await(Doorbell.NEVER);
            received.addAll(fixture.receive(taken - 1));
            assertThat(received).hasSize(taken);
            assertThat(fixture.link.handOver(false)).isTrue();
            assertThat(fixture.inbound.waiting()).isZero();
        }
    }

    @Test
    void largeTuplesTakeTurnsThatAreBoundedInBytes() {
        try (Fixture fixture = new Fixture(CycleEdges.NO_CYCLES)) {
            byte[] half = new byte[(int) MOST_BYTES / 2 - 1000];
            assertThat(fixture.link.offer(TestTuples.tuple(1, 0, half))).isTrue();
            assertThat(fixture.link.offer(TestTuples.tuple(1, 1, half))).isTrue();
            assertThat(fixture.link.offer(TestTuples.tuple(1, 2, half))).isFalse();
            // Small tuples and those for other tasks do not wait for the large ones
            assertThat(fixture.link.offer(TestTuples.tuple(1, 3, null))).isTrue();
            assertThat(fixture.link.offer(TestTuples.tuple(2, 4, half))).isTrue();
            assertThat(fixture.link.offer(TestTuples.tuple(2, 5, new byte[(int) MOST_BYTES])))
                    .isFalse();

            assertThat(fixture.receive(4)).hasSize(4);
            assertThat(fixture.link.offer(TestTuples.tuple(1, 6, half))).isTrue();
            // A tuple of any size passes when nothing else waits
            assertThat(fixture.link.offer(TestTuples.tuple(2, 7, new byte[2 * (int) MOST_BYTES])))
                    .isTrue();
        }
    }

    @Test
    void insideACycleLargeTuplesAreNotHeldUp() {
        try (Fixture fixture = new Fixture((source, target) -> true)) {
            byte[] all = new byte[(int) MOST_BYTES];
            assertThat(fixture.link.offer(TestTuples.tuple(1, 0, all))).isTrue();
            assertThat(fixture.link.offer(TestTuples.tuple(1, 1, all))).isTrue();
        }
    }

    private static final class Fixture implements LinkFixture {

        private final Inbound inbound = new Inbound(64, ExecutorBell.fixed(new ThreadDoorbell()));
        private final PauseSign[] signs = {null, new PauseSign(MOST_BYTES), new PauseSign(MOST_BYTES)};
        private final Doorbell bell = new ThreadDoorbell();
        private final Paths paths = new Paths(2);
        private final QueueLink link;

        Fixture(CycleEdges cycles) {
            link = new QueueLink(inbound, signs, cycles, bell, paths);
        }

        @Override
        public Link link() {
            return link;
        }

        @Override
        public Doorbell bell() {
            return bell;
        }

        @Override
        public List<DataTuple> receive(int atLeast) {
            List<DataTuple> taken = new ArrayList<>();
            boolean all;
            do {
                paths.handOver();
                all = link.handOver(false);
                DataTuple tuple;
                while ((tuple = inbound.poll()) != null) {
                    tuple.releaseCredit();
                    taken.add(tuple);
                }
            } while (!all);
            inbound.roomMade();
            return taken;
        }

        @Override
        public AckBuffer receiveAcks() {
            AckBuffer acks = inbound.acks().take();
            return acks == null ? new AckBuffer() : acks;
        }

        @Override
        public void pause(int task, boolean on) {
            signs[task].set(on);
        }

        @Override
        public boolean encodes() {
            return false;
        }

        @Override
        public void close() {
            link.close();
        }
    }
}
