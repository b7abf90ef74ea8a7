// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.CommittingBolt.Prepared;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs tasks of a sink as the engine does: feeds numbers, takes snapshots, sets the pointer between prepare and commit,
 * and after a death goes back to the pointer with other instances, each time with another number of tasks.
 */
final class SinkRun {

    static final Path OUT = Path.of("/out");

    private static final int INPUTS = 12;
    private static final int INTERVAL = 3;
    private static final int FAILING_SNAPSHOT = 2;
    private static final int[] TASKS = {2, 3, 1};

    private final SimulatedFiles files;
    private final FileSink sink;

    // What survives a death.
    private final List<Prepared> pointer = new ArrayList<>();
    private int covered;
    private long nextSnapshot = 1;
    private int starts;

    // What does not.
    private final List<FileSink> tasks = new ArrayList<>();
    private int fed;

    SinkRun(SimulatedFiles files, FileSink sink) {
        this.files = files;
        this.sink = sink;
    }

    /** Runs until the end or a death; may be called again then. */
    void run() {
        recover();
        while (fed < INPUTS) {
            tasks.get(fed % tasks.size()).execute(FakeTask.tuple(fed));
            fed++;
            if (fed % INTERVAL == 0) {
                snapshot(nextSnapshot == FAILING_SNAPSHOT);
            }
        }
        // Nothing has come since the last one.
        snapshot(false);
        tasks.forEach(FileSink::close);
    }

    private void recover() {
        int count = TASKS[starts++ % TASKS.length];
        tasks.clear();
        fed = covered;
        for (int i = 0; i < count; i++) {
            int index = i;
            FileSink task = sink.prefix("part");
            tasks.add(task);
            FakeTask fake = FakeTask.withSnapshots(i, count);
            task.open(fake.context(), fake.boltOut(), files, OUT);
            task.recover(
                    starts,
                    pointer.stream()
                            .filter(each -> each.taskIndex() % count == index)
                            .toList());
            assertThat(fake.errors).isEmpty();
        }
    }

    private void snapshot(boolean fails) {
        long id = nextSnapshot++;
        List<Prepared> handles = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            Object handle = tasks.get(i).prepare(id);
            if (handle != null) {
                handles.add(new Prepared(id, i, handle));
            }
        }
        if (fails) {
            tasks.forEach(task -> task.abort(id));
            return;
        }
        pointer.clear();
        pointer.addAll(handles);
        covered = fed;
        tasks.forEach(task -> task.commit(id));
    }

    /** Readers see whole lines, each once, and only what the pointer covers. */
    void checkVisible() {
        assertThat(visibleLines()).doesNotHaveDuplicates().allMatch(line -> Integer.parseInt(line) < covered);
    }

    void checkComplete() {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < INPUTS; i++) {
            expected.add(Integer.toString(i));
        }
        assertThat(visibleLines()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(files.hidden()).isEmpty();
    }

    private List<String> visibleLines() {
        List<String> lines = new ArrayList<>();
        for (String name : files.visible()) {
            String text = files.text(OUT.resolve(name));
            assertThat(text).as(name).endsWith("\n");
            lines.addAll(text.lines().toList());
        }
        return lines;
    }
}
