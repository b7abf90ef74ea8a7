package io.millrace.runtime.snapshot.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.routing.Wiring;
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
class RecordingTest {

    private static final StreamRef STREAM = new StreamRef("source", 0, "default", Fields.of("value"), false);

    private final ValuesCodec codec = new ValuesCodec(List.of());
    private final Alignment alignment = new Alignment(
            new Wiring(Specs.topology(Specs.spec("source", 3), Specs.sink("sink", 1, "source"))).upstreamOf("sink"),
            true);

    private static DataTuple tuple(int source, Object value) {
        return new DataTuple(STREAM, source, 4, DataTuple.UNKNOWN_TIME, new Object[] {value});
    }

    private static DataTuple barrier(int source, long id, long tuples) {
        DataTuple barrier = new DataTuple(Barrier.STREAM, source, 4, DataTuple.UNKNOWN_TIME, Barrier.values(id));
        Barrier.complete(barrier, tuples);
        return barrier;
    }

    private Recording overtake(long id, long mostBytes) {
        Recording recording = alignment.overtake(id, 0, new ChannelTuples(codec), mostBytes);
        alignment.end();
        return recording;
    }

    private List<String> recorded(Recording recording) {
        return ChannelTuples.read(recording.block(), codec).stream()
                .map(each -> each.sourceTask() + "/" + each.stream() + Arrays.toString(each.values()))
                .toList();
    }

    @Test
    void whatComesBeforeTheBarrierOfItsSourceIsRecorded() {
        alignment.received(1);
        alignment.received(2);
        assertThat(alignment.barrier(1, 7, 1, 0)).isEqualTo(Step.WAITS);
        Recording recording = overtake(7, 1_000);
        List<Recording.Step> steps = new ArrayList<>();
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
            steps.add(recording.arrived(each));
        }
        assertThat(steps.subList(0, 8)).containsOnly(Recording.Step.GOES_ON);
        assertThat(steps.get(8)).isEqualTo(Recording.Step.COMPLETE);
        assertThat(recorded(recording)).containsExactly("2/0[a]", "3/0[b]", "2/0[c]", "3/0[d]");
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
        Recording recording = overtake(7, 1_000);
        assertThat(recording.arrived(tuple(1, "a"))).isEqualTo(Recording.Step.GOES_ON);
        assertThat(recording.arrived(barrier(1, 7, 2))).isEqualTo(Recording.Step.INCOMPLETE);
    }

    @Test
    void aTupleThatCannotBeReadIsCountedButNotRecorded() {
        Recording recording = overtake(7, 1_000);
        recording.arrived(new DataTuple(Barrier.UNREADABLE, 1, 4, DataTuple.UNKNOWN_TIME, new Object[0]));
        assertThat(recording.arrived(barrier(1, 7, 1))).isEqualTo(Recording.Step.GOES_ON);
        assertThat(recording.hasTuples()).isFalse();
    }

    @Test
    void aTupleOfASnapshotDoesNotCountAsSent() {
        alignment.restored(1);
        Recording before = overtake(7, 1_000);
        before.arrived(tuple(1, "restored"));
        assertThat(before.arrived(barrier(1, 7, 0))).isEqualTo(Recording.Step.GOES_ON);
        alignment.received(1);
        assertThat(alignment.barrier(1, 8, 0, 0)).isEqualTo(Step.WAITS);
    }

    @Test
    void moreThanTheBoundGivesTheSnapshotUp() {
        Recording recording = overtake(7, 60);
        assertThat(recording.arrived(tuple(1, "x".repeat(20)))).isEqualTo(Recording.Step.GOES_ON);
        assertThat(recording.arrived(tuple(1, "x".repeat(20)))).isEqualTo(Recording.Step.TOO_LARGE);
    }

    @Test
    void theBarrierOfALaterSnapshotGivesItUp() {
        assertThat(overtake(7, 60).arrived(barrier(1, 8, 0))).isEqualTo(Recording.Step.GIVEN_UP);
    }

    @Test
    void onlySourcesWhoseBarrierHasComeAreHeld() {
        Recording recording = overtake(7, 1_000);
        assertThat(recording.hold(1)).isFalse();
        recording.arrived(barrier(1, 7, 0));
        assertThat(recording.hold(1)).isTrue();
        assertThat(recording.hold(1)).isFalse();
        List<Integer> held = new ArrayList<>();
        recording.forEachHeld(held::add);
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
