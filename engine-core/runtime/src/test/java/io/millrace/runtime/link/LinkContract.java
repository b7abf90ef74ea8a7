// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.tuple.Barrier;
import io.millrace.runtime.tuple.DataTuple;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of every link. There is one subclass per kind. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class LinkContract {

    private static final int FLOOD = 1_000_000;

    /** @param insideCycle whether tuples are from inside a cycle of components */
    abstract LinkFixture open(boolean insideCycle);

    @Test
    void tuplesArriveUnchangedAndInOrder() {
        try (LinkFixture fixture = open(false)) {
            List<DataTuple> received = new ArrayList<>();
            for (int i = 0; i < 5000; i++) {
                DataTuple tuple = TestTuples.tuple(1 + i % 2, i, "payload " + i);
                while (!fixture.link().offer(tuple)) {
                    received.addAll(fixture.receive(1));
                }
            }
            received.addAll(fixture.receive(5000 - received.size()));
            assertThat(received).hasSize(5000);
            for (int target = 1; target <= 2; target++) {
                int next = target - 1;
                for (DataTuple tuple : received) {
                    if (tuple.targetTask() == target) {
                        assertSame(tuple, TestTuples.tuple(target, next, "payload " + next));
                        next += 2;
                    }
                }
            }
        }
    }

    private static void assertSame(DataTuple got, DataTuple sent) {
        assertThat(got.values()).isEqualTo(sent.values());
        assertThat(got.sourceTask()).isEqualTo(sent.sourceTask());
        assertThat(got.stream()).isEqualTo(sent.stream());
        assertThat(got.intendedNanos()).isEqualTo(sent.intendedNanos());
        assertThat(got.rootCount()).isEqualTo(sent.rootCount());
        for (int i = 0; i < sent.rootCount(); i++) {
            assertThat(got.root(i)).isEqualTo(sent.root(i));
            assertThat(got.edge(i)).isEqualTo(sent.edge(i));
        }
    }

    @Test
    void barriersStayInOrderWithDataAndGoTogether() {
        try (LinkFixture fixture = open(false)) {
            Link link = fixture.link();
            assertThat(link.offer(TestTuples.tuple(1, 0, null))).isTrue();
            for (int target = 1; target <= 2; target++) {
                for (long snapshot = 1; snapshot <= 3; snapshot++) {
                    assertThat(link.offer(TestTuples.barrier(target, snapshot))).isTrue();
                }
            }
            assertThat(link.offer(TestTuples.tuple(1, 1, null))).isTrue();
            assertThat(link.offer(TestTuples.tuple(2, 2, null))).isTrue();
            assertThat(link.offer(TestTuples.barrier(2, 4))).isTrue();
            assertThat(handOver(link)).isTrue();
            List<DataTuple> received = fixture.receive(10);
            assertThat(text(received, 1)).containsExactly("0", "b1", "b2", "b3", "1");
            assertThat(text(received, 2)).containsExactly("b1", "b2", "b3", "2", "b4");
            // The barriers take one record for all; or three records of data with a barrier before and after each, if
            // each task has a channel of its own
            assertThat(fixture.messages()).isIn(0, 1, 5, 6);
        }
    }

    /** Hands over the gathered tuples of a link; false if some wait for room. */
    static boolean handOver(Link link) {
        return !(link instanceof Gathering gathering) || gathering.handOver(false);
    }

    private static List<String> text(List<DataTuple> tuples, int target) {
        return tuples.stream()
                .filter(tuple -> tuple.targetTask() == target)
                .map(tuple -> tuple.stream() == Barrier.STREAM
                        ? "b" + Barrier.snapshotId(tuple)
                        : String.valueOf(tuple.getInt(0)))
                .toList();
    }

    @Test
    void barriersThatFindNoRoomWaitAndDataStaysBehindThem() {
        try (LinkFixture fixture = open(false)) {
            Assumptions.assumeTrue(fixture.encodes());
            if (!fixture.pausesAtOnce()) {
                fixture.pause(1, true);
            }
            int taken = fill(fixture);
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < taken; i++) {
                expected.add(String.valueOf(i));
            }
            int barriers = 0;
            do {
                assertThat(fixture.link().offer(TestTuples.barrier(1, ++barriers)))
                        .isTrue();
                expected.add("b" + barriers);
            } while (handOver(fixture.link()));
            fixture.pause(1, false);
            List<DataTuple> received = new ArrayList<>();
            while (!fixture.link().offer(TestTuples.tuple(1, taken, null))) {
                received.addAll(fixture.receive(0));
            }
            expected.add(String.valueOf(taken));
            received.addAll(fixture.receive(expected.size() - received.size()));
            assertThat(text(received, 1)).isEqualTo(expected);
        }
    }

    @Test
    void aPausedTaskRefusesAndTheOthersDoNot() {
        try (LinkFixture fixture = open(false)) {
            Assumptions.assumeTrue(fixture.pausesAtOnce());
            fixture.pause(1, true);
            assertThat(fixture.link().refuses(1)).isTrue();
            assertThat(fixture.link().offer(TestTuples.tuple(1, 1, null))).isFalse();
            assertThat(fixture.link().offer(TestTuples.tuple(2, 2, null))).isTrue();
            fixture.pause(1, false);
            assertThat(fixture.link().refuses(1)).isFalse();
            assertThat(fixture.link().offer(TestTuples.tuple(1, 3, null))).isTrue();
            assertThat(fixture.receive(2)).hasSize(2);
        }
    }

    @Test
    void resumingATaskRingsWhoWasRefused() {
        try (LinkFixture fixture = open(false)) {
            Assumptions.assumeTrue(fixture.pausesAtOnce());
            fixture.pause(1, true);
            fixture.bell().prepareWait();
            assertThat(new Path(fixture.link()).offer(TestTuples.tuple(1, 1, null), true))
                    .isFalse();
            fixture.pause(1, false);
            fixture.receive(0);
            // Returns at once, or never
            fixture.bell().await(Doorbell.NEVER);
            assertThat(fixture.link().offer(TestTuples.tuple(1, 1, null))).isTrue();
        }
    }

    @Test
    void whatIsInsideACycleIsTakenByAPausedTask() {
        try (LinkFixture fixture = open(true)) {
            fixture.pause(1, true);
            assertThat(fixture.link().offer(TestTuples.tuple(1, 1, null))).isTrue();
            assertThat(fixture.receive(1)).hasSize(1);
        }
    }

    @Test
    void aFullLinkRefusesLosesNothingAndRingsWhenThereIsRoom() {
        try (LinkFixture fixture = open(false)) {
            if (!fixture.pausesAtOnce()) {
                fixture.pause(1, true);
            }
            int taken = fill(fixture);
            fixture.bell().prepareWait();
            // Tuples in flight meanwhile may make room once more
            while (new Path(fixture.link()).offer(TestTuples.tuple(1, taken, "x".repeat(200)), true)) {
                taken++;
            }
            fixture.pause(1, false);
            List<DataTuple> received = fixture.receive(taken);
            fixture.bell().await(Doorbell.NEVER);
            assertThat(received).hasSize(taken);
            for (int i = 0; i < taken; i++) {
                assertThat(received.get(i).getInt(0)).isEqualTo(i);
            }
            assertThat(fixture.link().offer(TestTuples.tuple(1, taken, null))).isTrue();
            assertThat(fixture.receive(1)).hasSize(1);
        }
    }

    /** Offers tuples until one is refused. Returns how many were taken. */
    static int fill(LinkFixture fixture) {
        for (int i = 0; i < FLOOD; i++) {
            if (!fixture.link().offer(TestTuples.tuple(1, i, "x".repeat(200)))) {
                return i;
            }
        }
        throw new AssertionError("the link took " + FLOOD + " tuples that nobody read");
    }

    @Test
    void acksPassWhileDataIsRefusedAndAreMerged() {
        try (LinkFixture fixture = open(false)) {
            if (!fixture.pausesAtOnce()) {
                fixture.pause(1, true);
            }
            fill(fixture);
            AckBuffer acks = new AckBuffer();
            for (int root = 1; root <= 1000; root++) {
                acks.ack(root, 17);
                acks.ack(root, root * 1000L ^ 17);
                if (root % 10 == 0) {
                    acks.fail(root);
                }
                if (root % 7 == 0) {
                    acks.renew(root);
                }
            }
            acks.ack(2000, 5);
            acks.ack(2000, 5);
            AckBuffer got = new AckBuffer();
            AckBuffer left = fixture.link().send(acks);
            assertThat(left.size()).isLessThan(1001);
            while (!left.isEmpty() || nonVoid(got) < 1000) {
                got.addAll(fixture.receiveAcks());
                fixture.link().ringWhenResumed();
                left = fixture.link().send(left);
            }
            for (int i = 0; i < got.size(); i++) {
                if (!got.isVoid(i)) {
                    assertThat(got.root(i)).isBetween(1L, 1000L);
                    assertThat(got.edges(i)).isEqualTo(got.root(i) * 1000);
                    assertThat(got.failed(i)).isEqualTo(got.root(i) % 10 == 0);
                    assertThat(got.renewed(i)).isEqualTo(got.root(i) % 7 == 0 && !got.failed(i));
                }
            }
        }
    }

    private static int nonVoid(AckBuffer acks) {
        int count = 0;
        for (int i = 0; i < acks.size(); i++) {
            count += acks.isVoid(i) ? 0 : 1;
        }
        return count;
    }

    @Test
    void aLongTupleArrivesWholeBetweenShortOnes() {
        try (LinkFixture fixture = open(false)) {
            byte[] bytes = new byte[300_000];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (i * 31);
            }
            List<DataTuple> received = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                DataTuple tuple = TestTuples.tuple(1, i, i % 4 == 2 ? bytes : "short");
                while (!fixture.link().offer(tuple)) {
                    received.addAll(fixture.receive(0));
                }
            }
            received.addAll(fixture.receive(12 - received.size()));
            assertThat(received)
                    .extracting(tuple -> tuple.getInt(0))
                    .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
            assertThat(received.get(6).getBytes("payload")).isEqualTo(bytes);
        }
    }

    @Test
    void whatCannotBeSentIsAnErrorThatNamesTheRemedy() {
        try (LinkFixture fixture = open(false)) {
            Assumptions.assumeTrue(fixture.encodes());
            assertThatThrownBy(() -> fixture.link().offer(TestTuples.tuple(1, 1, new StringBuilder())))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("'source'")
                    .hasMessageContaining("java.lang.StringBuilder")
                    .hasMessageContaining("topology.serialization.classes");
            assertThatThrownBy(() -> fixture.link().offer(TestTuples.tuple(1, 1, new byte[TestTuples.MAX_BYTES])))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("topology.message.max.bytes");
            assertThat(fixture.link().offer(TestTuples.tuple(1, 2, null))).isTrue();
            assertThat(fixture.receive(1)).hasSize(1);
        }
    }

    /**
     * The lengths are around those from which a value is long, a record is a fragment, and several fragments are
     * needed.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8_100, 16_383, 16_384, 65_000, 65_536, 300_000, 900_000})
    void aPayloadArrivesAsABufferWhateverItsLength(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        ByteBuffer buffer = ByteBuffer.allocateDirect(length + 10).position(7).limit(length + 7);
        buffer.duplicate().put(bytes);
        try (LinkFixture fixture = open(false)) {
            List<DataTuple> received = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                DataTuple tuple = TestTuples.tuple(1, i, i % 2 == 0 ? bytes : buffer);
                tuple.share(i < 3 ? 0 : i + 1);
                while (!fixture.link().offer(tuple)) {
                    received.addAll(fixture.receive(0));
                }
            }
            received.addAll(fixture.receive(6 - received.size()));
            for (int i = 0; i < 6; i++) {
                assertThat(received.get(i).getInt(0)).isEqualTo(i);
                assertThat(received.get(i).getBytes(1)).isEqualTo(bytes);
                assertThat(received.get(i).getBuffer(1)).isEqualTo(ByteBuffer.wrap(bytes));
                assertThat(received.get(i).rootCount())
                        .isEqualTo(TestTuples.tuple(1, i, null).rootCount());
            }
            if (length != 16_384 || !fixture.encodes()) {
                assertThat(fixture.apart()).isEqualTo(fixture.encodes() && length >= 65_000 ? 6 : 0);
            }
        }
    }

    @Test
    void severalLongValuesOfATupleArrive() {
        byte[] first = new byte[40_000];
        byte[] second = new byte[500_000];
        new Random(1).nextBytes(first);
        new Random(2).nextBytes(second);
        try (LinkFixture fixture = open(false)) {
            List<DataTuple> received = new ArrayList<>();
            List<Object> values = List.of("text", first);
            DataTuple tuple = new DataTuple(TestTuples.STREAM, TestTuples.SOURCE, 1, 0, new Object[] {first, second});
            DataTuple inside = new DataTuple(TestTuples.STREAM, TestTuples.SOURCE, 1, 0, new Object[] {values, second});
            DataTuple before = new DataTuple(TestTuples.STREAM, TestTuples.SOURCE, 1, 0, new Object[] {second, first});
            for (DataTuple each : List.of(tuple, inside, before)) {
                while (!fixture.link().offer(each)) {
                    received.addAll(fixture.receive(0));
                }
            }
            received.addAll(fixture.receive(3 - received.size()));
            assertThat(received.get(2).getBytes(0)).isEqualTo(second);
            assertThat(received.get(2).getBytes(1)).isEqualTo(first);
            assertThat(received.get(0).getBytes(0)).isEqualTo(first);
            assertThat(received.get(0).getBytes(1)).isEqualTo(second);
            assertThat(received.get(1).getList(0).get(1)).isEqualTo(first);
            assertThat(received.get(1).getBytes(1)).isEqualTo(second);
        }
    }
}
