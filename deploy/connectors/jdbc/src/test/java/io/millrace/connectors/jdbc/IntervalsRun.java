// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.CommittingBolt.Prepared;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs tasks of a sink as the engine does: feeds numbers, takes snapshots, sets the pointer between prepare and commit,
 * and after a death goes back to the pointer with other instances, each time with another number of tasks.
 */
final class IntervalsRun {

    static final int INPUTS = 12;

    private static final int INTERVAL = 3;
    private static final int FAILING_SNAPSHOT = 2;
    private static final int[] TASKS = {2, 3, 1};

    private final JdbcSink template;
    private final String topologyId;

    // What survives a death.
    private final List<Prepared> pointer = new ArrayList<>();
    private int covered;
    private long nextSnapshot = 1;
    private int starts;

    // What does not.
    private final List<JdbcSink> tasks = new ArrayList<>();
    private int fed;

    /** The handles of a snapshot that was given up while all lived: the next one contains them. */
    private final List<Prepared> failed = new ArrayList<>();

    IntervalsRun(JdbcSink template, String topologyId) {
        this.template = template;
        this.topologyId = topologyId;
    }

    /** Runs until the end or a death; may be called again then. */
    void run() {
        recover();
        while (fed < INPUTS) {
            tasks.get(fed % tasks.size()).execute(FakeTask.tuple("n", fed));
            fed++;
            if (fed % INTERVAL == 0) {
                snapshot(nextSnapshot == FAILING_SNAPSHOT);
            }
        }
        snapshot(false);
        tasks.forEach(JdbcSink::close);
    }

    private void recover() {
        // The connections of the dead are closed by their end
        tasks.forEach(JdbcSink::close);
        tasks.clear();
        int count = TASKS[starts++ % TASKS.length];
        fed = covered;
        for (int i = 0; i < count; i++) {
            int index = i;
            FakeTask fake = new FakeTask(i, topologyId);
            JdbcSink task = template.batchRows(2);
            tasks.add(task);
            task.prepare(fake.context(), fake.out());
            task.recover(
                    starts,
                    pointer.stream()
                            .filter(each -> each.taskIndex() == index || index == 0 && each.taskIndex() >= count)
                            .toList());
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
            failed.addAll(handles);
            return;
        }
        pointer.clear();
        pointer.addAll(failed);
        pointer.addAll(handles);
        failed.clear();
        covered = fed;
        tasks.forEach(task -> task.commit(id));
    }

    /** A death takes what was not committed. */
    void die() {
        failed.clear();
    }
}
