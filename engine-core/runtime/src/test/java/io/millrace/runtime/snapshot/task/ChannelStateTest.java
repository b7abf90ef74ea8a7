// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.snapshot.store.ChannelTuples;
import io.millrace.runtime.snapshot.task.Alignment.Step;
import io.millrace.runtime.tuple.Barrier;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recording of tuples and barriers of three sources at a task: tasks 1 to 3 send to task 4. */
class ChannelStateTest {

    private static final StreamRef STREAM = new StreamRef("source", 0, "default", Fields.of("value"), false);

    private final ValuesCodec codec = new ValuesCodec(List.of());
    private final Alignment alignment = new Alignment(
            new TaskGraph(Specs.topology(Specs.spec("source", 3), Specs.sink("sink", 1, "source"))).upstreamOf("sink"),
            true);

    private static DataTuple tuple(int source, Object value) {
        return new DataTuple(STREAM, source, 4, DataTuple.UNKNOWN_TIME, new Object[] {value});
    }

    private static DataTuple barrier(int source, long id, long tuples) {
        DataTuple barrier = new DataTuple(Barrier.STREAM, source, 4, DataTuple.UNKNOWN_TIME, Barrier.values(id));
        Barrier.complete(barrier, tuples);
        return barrier;
    }

    private ChannelState overtake(long id, long mostBytes) {
        ChannelState channelState = alignment.overtake(id, 0, new ChannelTuples(codec), mostBytes);
        alignment.end();
        return channelState;
    }

    private List<String> recorded(ChannelState channelState) {
        return ChannelTuples.read(channelState.block(), codec).stream()
                .map(each -> each.sourceTask() + "/" + each.stream() + Arrays.toString(each.values()))
                .toList();
    }

    @Test
    void whatComesBeforeTheBarrierOfItsSourceIsRecorded() {
        alignment.received(1);
        alignment.received(2);
        assertThat(alignment.barrier(1, 7, 1, 0)).isEqualTo(Step.WAITS);
        ChannelState channelState = overtake(7, 1_000);
        List<ChannelState.Step> steps = new ArrayList<>();
        for (DataTuple each : List.of(
                tuple(1, "behind the barrier"),
                tuple(2, "a"),
                tuple(3, "b"),
                tuple(2, "c"),
                barrier(2, 6, 2),
                barrier(2, 7, 3),
                tuple(2, "behind it"),
                tuple(3, "d"),
                barrier(3, 7, 2))) {
            steps.add(channelState.arrived(each));
        }
        assertThat(steps.subList(0, 8)).containsOnly(ChannelState.Step.GOES_ON);
        assertThat(steps.get(8)).isEqualTo(ChannelState.Step.COMPLETE);
        assertThat(recorded(channelState)).containsExactly("2/0[a]", "3/0[b]", "2/0[c]", "3/0[d]");
    }

    @Test
    void barriersThatComeLaterBelongToNoAlignment() {
        overtake(7, 1_000);
        assertThat(alignment.barrier(1, 7, 0, 0)).isEqualTo(Step.STALE);
        assertThat(alignment.isNew(7)).isFalse();
        assertThat(alignment.barrier(1, 8, 0, 0)).isEqualTo(Step.WAITS);
    }

    @Test
    void aTupleThatIsMissingShows() {
        ChannelState channelState = overtake(7, 1_000);
        assertThat(channelState.arrived(tuple(1, "a"))).isEqualTo(ChannelState.Step.GOES_ON);
        assertThat(channelState.arrived(barrier(1, 7, 2))).isEqualTo(ChannelState.Step.INCOMPLETE);
    }

    @Test
    void aTupleThatCannotBeReadIsCountedButNotRecorded() {
        ChannelState channelState = overtake(7, 1_000);
        channelState.arrived(new DataTuple(Barrier.UNREADABLE, 1, 4, DataTuple.UNKNOWN_TIME, new Object[0]));
        assertThat(channelState.arrived(barrier(1, 7, 1))).isEqualTo(ChannelState.Step.GOES_ON);
        assertThat(channelState.hasTuples()).isFalse();
    }

    @Test
    void aTupleOfASnapshotDoesNotCountAsSent() {
        alignment.restored(1);
        ChannelState before = overtake(7, 1_000);
        before.arrived(tuple(1, "restored"));
        assertThat(before.arrived(barrier(1, 7, 0))).isEqualTo(ChannelState.Step.GOES_ON);
        alignment.received(1);
        assertThat(alignment.barrier(1, 8, 0, 0)).isEqualTo(Step.WAITS);
    }

    @Test
    void moreThanTheBoundGivesTheSnapshotUp() {
        ChannelState channelState = overtake(7, 60);
        assertThat(channelState.arrived(tuple(1, "x".repeat(20)))).isEqualTo(ChannelState.Step.GOES_ON);
        assertThat(channelState.arrived(tuple(1, "x".repeat(20)))).isEqualTo(ChannelState.Step.TOO_LARGE);
    }

    @Test
    void theBarrierOfALaterSnapshotGivesItUp() {
        assertThat(overtake(7, 60).arrived(barrier(1, 8, 0))).isEqualTo(ChannelState.Step.GIVEN_UP);
    }

    @Test
    void onlySourcesWhoseBarrierHasComeAreHeld() {
        ChannelState channelState = overtake(7, 1_000);
        assertThat(channelState.hold(1)).isFalse();
        channelState.arrived(barrier(1, 7, 0));
        assertThat(channelState.hold(1)).isTrue();
        assertThat(channelState.hold(1)).isFalse();
        List<Integer> held = new ArrayList<>();
        channelState.forEachHeld(held::add);
        assertThat(held).containsExactly(1);
    }

    @Test
    void aDamagedBlockIsRefused() {
        ChannelTuples tuples = new ChannelTuples(codec);
        tuples.add(1, 0, new Object[] {"a", 5L, null});
        ByteBuffer block = tuples.block();
        for (int length = 1; length < block.limit(); length++) {
            ByteBuffer cut = block.duplicate().limit(length);
            assertThatThrownBy(() -> ChannelTuples.read(cut, codec)).isInstanceOf(CodecException.class);
        }
        block.putInt(0, Integer.MAX_VALUE);
        assertThatThrownBy(() -> ChannelTuples.read(block, codec)).isInstanceOf(CodecException.class);
    }
}
