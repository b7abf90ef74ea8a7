// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A writer that a test steps, with its reports and its objects. */
abstract class SteppedWriter {

    final MemoryStore store = new MemoryStore();
    final List<FakeCapture> captures = new ArrayList<>();
    final List<String> heard = new ArrayList<>();
    final Map<Long, WorkerPart> parts = new TreeMap<>();
    final ValuesCodec codec = new ValuesCodec(List.of());
    WriteTimes times;
    long wholeBytes;
    int wakes;
    long nanos;

    final SnapshotListener listener = new SnapshotListener() {
        @Override
        public void written(long generation, long snapshotId, WorkerPart part, long whole, WriteTimes took) {
            wholeBytes = whole;
            heard.add(generation + "/" + snapshotId + " written");
            parts.put(snapshotId, part);
            times = took;
        }

        @Override
        public void failed(long generation, long snapshotId, String reason) {
            heard.add(generation + "/" + snapshotId + " failed: " + reason);
        }
    };

    SnapshotWriter writer = writer(store);

    SnapshotWriter writer(SnapshotStore to) {
        return new SnapshotWriter(
                to,
                new SnapshotWriter.Owner(ManifestsTest.NAMES, "w1", 4),
                codec,
                () -> nanos,
                listener,
                () -> wakes++);
    }

    void work() {
        while (writer.doWork() > 0) {
            // The loop ends when no call is left
        }
    }

    /** A task with states by key; a partition without a text has not changed since a snapshot. */
    TaskCapture count(int task, long since, Map<Integer, String> blocks) {
        FakeCapture capture = new FakeCapture(blocks);
        captures.add(capture);
        return new TaskCapture("count", task, 10 + task, List.of(new TaskCapture.States(capture, since)));
    }

    static TaskCapture position(int task, Object value) {
        return new TaskCapture("lines", task, 0, List.of(new TaskCapture.Position(value)));
    }

    Map<String, String> content(long snapshotId) throws IOException {
        Map<String, String> content = new TreeMap<>();
        SnapshotFileReader reader = new SnapshotFileReader(store);
        for (Map.Entry<BlockName, BlockLocation> entry :
                reader.index(parts.get(snapshotId)).entrySet()) {
            ByteBuffer block = reader.block(entry.getKey(), entry.getValue());
            BlockName name = entry.getKey();
            content.put(
                    name.component() + " " + name.kind() + " " + name.index(),
                    StandardCharsets.UTF_8.decode(block).toString());
        }
        return content;
    }

    void nothingIsLeftOpen() {
        assertThat(store.drafts).as("drafts").isEmpty();
        assertThat(captures).as("captures").allMatch(capture -> capture.released);
    }

    void snapshot(long id, long since, Map<Integer, String> blocks) {
        writer.begin(1, id, 1);
        writer.add(1, id, count(0, since, blocks));
        work();
    }

    static String part(long id) {
        return ManifestsTest.NAMES.part(1, id, "w1", 4);
    }
}
