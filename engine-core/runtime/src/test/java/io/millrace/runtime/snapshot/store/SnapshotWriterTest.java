// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.CommittingBolt;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.state.StateCapture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SnapshotWriterTest extends SteppedWriter {

    @Test
    void aPartIsPublishedWhenAllTasksAreInIt() throws IOException {
        writer.begin(2, 7, 3);
        writer.add(2, 7, count(1, 0, Map.of(200, "c")));
        writer.add(2, 7, count(0, 0, Map.of(3, "a", 5, "b", StateCapture.TASK, "t")));
        work();
        assertThat(heard).isEmpty();
        assertThat(store.objects).isEmpty();

        writer.add(2, 7, new TaskCapture("empty", 0, 0, List.of()));
        work();
        assertThat(heard).containsExactly("2/7 written");
        WorkerPart part = parts.get(7L);
        assertThat(part.file()).isEqualTo("words/words-1/2-7-w1-4.part");
        assertThat(store.objects).containsOnlyKeys(part.file());
        assertThat(part.references()).isEmpty();
        assertThat(content(7))
                .isEqualTo(Map.of(
                        "count PARTITION 3",
                        "a",
                        "count PARTITION 5",
                        "b",
                        "count PARTITION 200",
                        "c",
                        "count TASK 0",
                        "t"));
        assertThat(wakes).isEqualTo(4);
        nothingIsLeftOpen();
    }

    @Test
    void positionsPreparedWorkAndChannelsAreKept() throws IOException {
        List<CommittingBolt.Prepared> handles = Arrays.asList(
                new CommittingBolt.Prepared(5, 0, Map.of("file", "a")), new CommittingBolt.Prepared(6, 2, null));
        writer.begin(1, 6, 3);
        writer.add(1, 6, position(0, null));
        writer.add(1, 6, position(1, List.of(1L, "x")));
        ByteBuffer channel =
                ByteBuffer.wrap("..tuples".getBytes(StandardCharsets.UTF_8)).position(2);
        writer.add(
                1,
                6,
                new TaskCapture(
                        "sink", 2, 0, List.of(new TaskCapture.Prepared(handles), new TaskCapture.Channel(channel))));
        work();
        SnapshotFileReader reader = new SnapshotFileReader(store);
        ValueBlocks values = new ValueBlocks(codec);
        Map<BlockName, BlockLocation> index = reader.index(parts.get(6L));
        assertThat(index).hasSize(4);
        for (Map.Entry<BlockName, BlockLocation> entry : index.entrySet()) {
            ByteBuffer block = reader.block(entry.getKey(), entry.getValue());
            switch (entry.getKey().kind()) {
                case POSITION ->
                    assertThat(values.position(block)).isEqualTo(entry.getKey().index() == 0 ? null : List.of(1L, "x"));
                case PREPARED -> assertThat(values.prepared(block)).isEqualTo(handles);
                case CHANNEL ->
                    assertThat(StandardCharsets.UTF_8.decode(block).toString()).isEqualTo("tuples");
                default -> throw new AssertionError(entry.getKey());
            }
        }
    }

    @Test
    void tasksWithNothingToKeepWriteNothing() {
        writer.begin(1, 1, 2);
        writer.add(1, 1, count(0, 0, Map.of()));
        writer.add(1, 1, new TaskCapture("sink", 0, 0, List.of(new TaskCapture.Prepared(List.of()))));
        work();
        assertThat(parts.get(1L)).isEqualTo(new WorkerPart("w1", "", 0, "", List.of()));
        assertThat(store.objects).isEmpty();
    }

    @Test
    void theWholeContainsWhatHasNotChanged() {
        writer.begin(1, 1, 1);
        writer.add(1, 1, count(0, 0, Map.of(3, "text that does not change ".repeat(40), 4, "b")));
        work();
        assertThat(wholeBytes).isEqualTo(parts.get(1L).bytes());
        writer.committed(1);
        writer.begin(1, 2, 1);
        writer.add(1, 2, count(0, 1, Map.of(3, "", 4, "c")));
        work();
        assertThat(wholeBytes).isGreaterThan(parts.get(2L).bytes());
    }

    @Test
    void capturesThatComeBeforeTheirSnapshotWaitForIt() throws IOException {
        writer.add(1, 1, count(0, 0, Map.of(3, "a")));
        work();
        writer.begin(1, 1, 1);
        work();
        assertThat(content(1)).isEqualTo(Map.of("count PARTITION 3", "a"));
        nothingIsLeftOpen();
    }

    @Test
    void anAbortedSnapshotLeavesNothingAndIsNotHeardOf() {
        writer.begin(1, 1, 2);
        writer.add(1, 1, count(0, 0, Map.of(3, "a")));
        writer.add(1, 2, count(0, 0, Map.of(3, "early")));
        work();
        assertThat(store.drafts).hasSize(1);
        writer.abort(1);
        writer.add(1, 1, count(1, 0, Map.of(4, "late")));
        // The abort overtakes the begin
        writer.abort(2);
        writer.begin(1, 2, 1);
        writer.add(1, 2, count(1, 0, Map.of(4, "late")));
        work();
        assertThat(heard).isEmpty();
        assertThat(store.objects).isEmpty();
        nothingIsLeftOpen();
    }

    @Test
    void severalSnapshotsAreInProgressAtOnce() throws IOException {
        writer.begin(1, 1, 2);
        writer.begin(1, 2, 2);
        writer.add(1, 1, count(0, 0, Map.of(3, "a1")));
        writer.add(1, 2, count(0, 0, Map.of(3, "a2")));
        writer.add(1, 2, count(1, 0, Map.of(4, "b2")));
        writer.add(1, 1, count(1, 0, Map.of(4, "b1")));
        work();
        assertThat(heard).containsExactly("1/2 written", "1/1 written");
        assertThat(content(1)).isEqualTo(Map.of("count PARTITION 3", "a1", "count PARTITION 4", "b1"));
        assertThat(content(2)).isEqualTo(Map.of("count PARTITION 3", "a2", "count PARTITION 4", "b2"));
    }

    @Test
    void aNewGenerationDropsAllOfTheOneBefore() throws IOException {
        snapshot(1, 0, Map.of(3, "a"));
        writer.committed(1);
        writer.begin(1, 2, 2);
        writer.add(1, 2, count(0, 1, Map.of(3, "")));
        writer.add(1, 3, count(0, 1, Map.of(3, "")));
        writer.reset(2);
        writer.add(1, 2, count(1, 1, Map.of(4, "late")));
        writer.add(1, 4, count(1, 1, Map.of(4, "zombie")));
        writer.begin(1, 4, 1);
        writer.add(2, 5, count(0, 0, Map.of(3, "b")));
        writer.begin(2, 5, 2);
        writer.add(1, 5, count(1, 0, Map.of(4, "zombie")));
        writer.add(2, 5, count(1, 0, Map.of(4, "c")));
        work();
        assertThat(heard).containsExactly("1/1 written", "2/5 written");
        assertThat(content(5)).isEqualTo(Map.of("count PARTITION 3", "b", "count PARTITION 4", "c"));
        nothingIsLeftOpen();

        // The blocks that were committed before are not those that the tasks know now
        writer.begin(2, 6, 1);
        writer.add(2, 6, count(0, 1, Map.of(3, "")));
        work();
        assertThat(heard.get(2)).startsWith("2/6 failed");
    }

    @Test
    void closeReleasesAll() {
        writer.begin(1, 1, 2);
        writer.add(1, 1, count(0, 0, Map.of(3, "a")));
        writer.add(1, 2, count(0, 0, Map.of(3, "early")));
        writer.close();
        writer.add(1, 1, count(1, 0, Map.of(3, "late")));
        writer.begin(1, 3, 1);
        writer.add(1, 3, count(1, 0, Map.of(3, "late")));
        work();
        assertThat(heard).isEmpty();
        assertThat(store.objects).isEmpty();
        nothingIsLeftOpen();
    }

    @Test
    void aValueThatCannotBeEncodedFailsTheSnapshotInOneLine() {
        writer.begin(1, 1, 2);
        writer.add(1, 1, position(0, "good"));
        writer.add(1, 1, position(1, new StringBuilder("x")));
        work();
        assertThat(heard).singleElement().asString().startsWith("1/1 failed: task 1 of component 'lines': ");
        writer.begin(1, 2, 2);
        TaskCapture task = count(0, 0, Map.of(3, "a"));
        captures.get(0).failure = new CodecException("no codec\nfor it");
        writer.add(1, 2, task);
        writer.add(1, 2, position(0, "late"));
        work();
        assertThat(heard).hasSize(2);
        assertThat(heard.get(1)).isEqualTo("1/2 failed: task 0 of component 'count': no codec");
        assertThat(store.objects).isEmpty();
        nothingIsLeftOpen();
    }

    @Test
    void aTaskThatComesTwiceFailsTheSnapshot() {
        writer.begin(1, 1, 2);
        writer.add(1, 1, count(0, 0, Map.of()));
        writer.add(1, 1, count(0, 0, Map.of()));
        work();
        assertThat(heard)
                .containsExactly(
                        "1/1 failed: task 0 of component 'count': it was captured twice: this is an error of the"
                                + " engine, report it");
        nothingIsLeftOpen();
    }

    /** Each call of the store fails once; the snapshot after it succeeds. */
    @Test
    void eachFailureOfTheStoreIsReportedOnceAndLeavesNothing() throws IOException {
        int calls = 0;
        while (failsAt(calls)) {
            calls++;
        }
        assertThat(calls).as("calls for one snapshot").isGreaterThan(5);
    }

    private boolean failsAt(int call) throws IOException {
        store.objects.clear();
        heard.clear();
        FailingStore failing = new FailingStore(store, call, false);
        writer = writer(failing);
        twoTasksAndAPosition(1);
        boolean failed = failing.failed;
        twoTasksAndAPosition(2);
        assertThat(heard).hasSize(2);
        if (failed) {
            assertThat(heard.get(0)).startsWith("1/1 failed: ").endsWith(": injected");
            assertThat(store.objects).containsOnlyKeys(part(2));
            assertThat(heard.get(1)).isEqualTo("1/2 written");
            assertThat(content(2)).hasSize(4);
        }
        nothingIsLeftOpen();
        return failed;
    }

    private void twoTasksAndAPosition(long id) {
        writer.begin(1, id, 3);
        writer.add(1, id, count(0, 0, Map.of(3, "a".repeat(70_000), 4, "b")));
        writer.add(1, id, count(1, 0, Map.of(5, "c".repeat(70_000))));
        writer.add(1, id, position(0, id));
        work();
    }

    @Test
    void timesAreThoseOfCopyEncodingAndWriting() {
        SnapshotStore slow = new FailingStore(store, Long.MAX_VALUE, false) {
            @Override
            public Draft write(String name) throws IOException {
                nanos += 1000;
                return super.write(name);
            }
        };
        writer = writer(slow);
        writer.begin(1, 1, 2);
        FakeCapture capture = new FakeCapture(Map.of(3, "a")) {
            @Override
            public void write(ValuesCodec with, Blocks out) throws IOException {
                nanos += 100;
                super.write(with, out);
            }
        };
        writer.add(1, 1, new TaskCapture("count", 0, 7, List.of(new TaskCapture.States(capture, 0))));
        writer.add(1, 1, count(5, 0, Map.of(4, "b")));
        work();
        assertThat(times).isEqualTo(new WriteTimes(15, 100, 1000));
    }
}
