// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.tuple.CopyDescriptor;
import io.millrace.runtime.tuple.CopyDescriptor.Members;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StageTimes;
import io.millrace.runtime.tuple.TupleDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Copies become one event, and each task gets its own in order, with its own edges. */
class CopyQueueTest {

    private static final int MEMBERS = 11;

    private final CopyQueue queue = new CopyQueue(MEMBERS, TestTuples.encoder());
    private final List<ByteBuffer> events = new ArrayList<>();
    private int room = Integer.MAX_VALUE;

    private boolean take(ByteBuffer event, int length, boolean marker) {
        if (room == 0) {
            return false;
        }
        room--;
        events.add(ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN).put(0, event, 0, length));
        return true;
    }

    private void offer(DataTuple tuple, int member) {
        if (!queue.merge(tuple, member)) {
            queue.add(tuple, member);
        }
        queue.flush(this::take, false);
    }

    /** Returns a copy for a member, with edges of its own. */
    private static DataTuple copy(Object[] values, int number, int member) {
        DataTuple tuple = new DataTuple(TestTuples.STREAM, TestTuples.SOURCE, 100 + member, number * 10L, values);
        tuple.share(number + 1);
        if (number % 3 == 1) {
            tuple.track(number, member, null);
        } else if (number % 3 == 2) {
            tuple.track(number, member, new long[] {number + 1, 1_000 + member, number + 2, 2_000 + member});
        }
        return tuple;
    }

    private static Object[] values(int number) {
        return new Object[] {number, "payload " + number};
    }

    /** Returns the tuples that a member got. */
    private List<DataTuple> got(int member) {
        TupleDecoder decoder = TestTuples.decoder();
        CopyDescriptor.Reader reader = new CopyDescriptor.Reader(MEMBERS);
        List<DataTuple> got = new ArrayList<>();
        for (ByteBuffer event : events) {
            assertThat(CopyDescriptor.isMembers(event, 0, event.capacity())).isFalse();
            assertThat(reader.wrap(event, 0, event.capacity())).isTrue();
            if (reader.isFor(member)) {
                DataTuple tuple = decoder.read(100 + member, event, reader.messageOffset(), reader.messageLength());
                reader.adapt(tuple, member);
                got.add(tuple);
            }
        }
        return got;
    }

    @Test
    void copiesThatAreOfferedTogetherAreOneEvent() {
        for (int number = 0; number < 10; number++) {
            Object[] values = values(number);
            for (int member = 0; member < MEMBERS; member++) {
                offer(copy(values, number, member), member);
            }
        }
        assertThat(events).hasSize(10);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.bytes()).isZero();
        for (int member = 0; member < MEMBERS; member++) {
            assertThat(got(member)).hasSize(10);
            DataTuple last = got(member).get(8);
            assertThat(last.rootCount()).isEqualTo(3);
            assertThat(List.of(last.edge(0), last.edge(1), last.edge(2)))
                    .containsExactly((long) member, 1_000L + member, 2_000L + member);
            assertThat(List.of(last.root(0), last.root(1), last.root(2))).containsExactly(8L, 9L, 10L);
        }
    }

    @Test
    void copiesOfSeveralTuplesAreMergedAlsoIfEachTaskGetsAllOfItsOwnFirst() {
        List<Object[]> values = new ArrayList<>();
        for (int number = 0; number < 10; number++) {
            values.add(values(number));
        }
        for (int member = 0; member < MEMBERS; member++) {
            for (int number = 0; number < 10; number++) {
                offer(copy(values.get(number), number, member), member);
            }
        }
        assertThat(events).hasSize(10);
    }

    @Test
    void aTupleTracesItsOwnWayOnly() {
        Object[] values = values(0);
        for (int member = 0; member < MEMBERS; member++) {
            DataTuple tuple = copy(values, 0, member);
            tuple.follow(member % 2 == 0 ? new StageTimes(5) : null);
            offer(tuple, member);
        }
        assertThat(events).hasSize(1);
        for (int member = 0; member < MEMBERS; member++) {
            assertThat(got(member).get(0).stageTimes() != null).isEqualTo(member % 2 == 0);
        }
    }

    @Test
    void whateverIsMergedEachTaskGetsItsOwnInOrder() {
        for (int seed = 1; seed <= 200; seed++) {
            events.clear();
            SplittableRandom random = new SplittableRandom(seed);
            List<ArrayDeque<DataTuple>> lanes = new ArrayList<>();
            List<List<Object>> expected = new ArrayList<>();
            for (int member = 0; member < MEMBERS; member++) {
                lanes.add(new ArrayDeque<>());
                expected.add(new ArrayList<>());
            }
            for (int number = 0; number < 40; number++) {
                Object[] values = values(number);
                boolean barrier = random.nextInt(8) == 0;
                for (int member = 0; member < MEMBERS; member++) {
                    DataTuple tuple = barrier ? TestTuples.barrier(100 + member, number) : copy(values, number, member);
                    lanes.get(member).add(tuple);
                    expected.get(member).add(tuple.array()[0]);
                }
            }
            while (lanes.stream().anyMatch(lane -> !lane.isEmpty())) {
                int member = random.nextInt(MEMBERS);
                for (int more = random.nextInt(6);
                        more > 0 && !lanes.get(member).isEmpty();
                        more--) {
                    offer(lanes.get(member).poll(), member);
                }
                room = random.nextInt(20);
                queue.flush(this::take, random.nextInt(50) == 0);
            }
            room = Integer.MAX_VALUE;
            queue.flush(this::take, true);
            assertThat(queue.isEmpty()).isTrue();
            for (int member = 0; member < MEMBERS; member++) {
                assertThat(got(member).stream().map(tuple -> tuple.array()[0]).toList())
                        .describedAs("seed %s, member %s", seed, member)
                        .isEqualTo(expected.get(member));
            }
            assertThat(events.size()).isLessThan(40 * MEMBERS);
        }
    }

    @Test
    void theFirstEventNamesTheMembers() {
        List<Members> members = List.of(new Members(7, List.of(2, 5)), new Members(1L << 40, List.of(9)));
        byte[] event = CopyDescriptor.members(members);
        ByteBuffer bytes = ByteBuffer.wrap(event);
        assertThat(CopyDescriptor.isMembers(bytes, 0, event.length)).isTrue();
        assertThat(CopyDescriptor.readMembers(bytes, 0, event.length)).isEqualTo(members);
        assertThat(CopyDescriptor.readMembers(bytes, 0, event.length - 1)).isEmpty();
    }

    @Test
    void anyBytesAreReadOrRefused() {
        SplittableRandom random = new SplittableRandom(1);
        offer(copy(values(2), 2, 3), 3);
        queue.flush(this::take, true);
        CopyDescriptor.Reader reader = new CopyDescriptor.Reader(MEMBERS);
        TupleDecoder decoder = TestTuples.decoder();
        for (int trial = 0; trial < 20_000; trial++) {
            int length = random.nextInt(events.get(0).capacity() + 1);
            ByteBuffer event = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            event.put(0, events.get(0), 0, length);
            for (int flips = random.nextInt(4); flips > 0 && length > 0; flips--) {
                event.put(random.nextInt(length), (byte) random.nextInt());
            }
            if (CopyDescriptor.isMembers(event, 0, length)) {
                CopyDescriptor.readMembers(event, 0, length);
            } else if (reader.wrap(event, 0, length)) {
                try {
                    reader.adapt(decoder.read(1, event, reader.messageOffset(), reader.messageLength()), 3);
                } catch (CodecException e) {
                    assertThat(e).hasMessageNotContaining("null");
                }
            }
        }
    }
}
