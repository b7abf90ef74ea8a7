// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.BasicBolt;
import io.millrace.api.CommittingBolt;
import io.millrace.api.Emitter;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Keeps what it takes in files that get their names when a snapshot is committed. */
final class CommittedSink implements BasicBolt, CommittingBolt {

    private static final long serialVersionUID = 1L;

    private final String file;
    private final String directory;
    private transient Tally tally;
    private transient CommittedFiles files;
    private transient int task;
    private transient List<Integer> taken;
    private transient NavigableMap<Long, String> prepared;

    /** @param directory of the files */
    CommittedSink(String file, String directory) {
        this.file = file;
        this.directory = directory;
    }

    @Override
    public void prepare(TaskContext context) {
        task = context.taskIndex();
        tally = Tally.open(Path.of(file));
        taken = new ArrayList<>();
        prepared = new TreeMap<>();
    }

    @Override
    public void execute(Tuple tuple, Emitter out) {
        taken.add(tuple.getInt(0));
        taken.add(tuple.getInt(1));
    }

    @Override
    public Object prepare(long snapshotId) {
        if (taken.isEmpty()) {
            return null;
        }
        String name = files.prepare(snapshotId, taken);
        prepared.put(snapshotId, name);
        taken = new ArrayList<>();
        return name;
    }

    @Override
    public void commit(long snapshotId) {
        NavigableMap<Long, String> visible = prepared.headMap(snapshotId, true);
        visible.values().forEach(this::show);
        visible.clear();
    }

    private void show(String name) {
        int numbers = files.commit(name);
        if (numbers > 0) {
            tally.visible(task, numbers);
        }
    }

    @Override
    public void recover(long generation, List<Prepared> handles) {
        files = new CommittedFiles(Path.of(directory), task, generation);
        handles.forEach(each -> show((String) each.handle()));
        files.removeEarlier();
        taken.clear();
        prepared.clear();
    }
}
