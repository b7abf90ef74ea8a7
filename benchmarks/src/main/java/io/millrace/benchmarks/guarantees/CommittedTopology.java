// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.api.BasicBolt;
import io.millrace.api.CommittingBolt;
import io.millrace.api.Emitter;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Sources and sinks that show what they have taken when a snapshot is committed. */
final class CommittedTopology {

    private static final int TASKS = 2;

    static final int SIGNALS = 3 * TASKS;

    private CommittedTopology() {}

    static Topology of(KeyedTopology.Run run) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new KeyedSource(run), TASKS);
        builder.setBolt("sink", new Shows(run), TASKS).shuffle("source");
        return builder.build();
    }

    /** Records how late each tuple is when it becomes visible. Nothing is made durable: no worker dies here. */
    static final class Shows implements BasicBolt, CommittingBolt {

        private static final long serialVersionUID = 1L;

        private final KeyedTopology.Run run;
        private transient SinkTimeline sink;
        private transient List<Long> taken;
        private transient NavigableMap<Long, List<Long>> prepared;

        Shows(KeyedTopology.Run run) {
            this.run = run;
        }

        @Override
        public void prepare(TaskContext context) {
            taken = new ArrayList<>();
            prepared = new TreeMap<>();
            sink = new SinkTimeline(run.path(), context.taskIndex(), run.seconds());
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            taken.add(tuple.getLong(1));
        }

        @Override
        public Object prepare(long snapshotId) {
            prepared.put(snapshotId, taken);
            taken = new ArrayList<>();
            return snapshotId;
        }

        @Override
        public void commit(long snapshotId) {
            NavigableMap<Long, List<Long>> visible = prepared.headMap(snapshotId, true);
            visible.values()
                    .forEach(due ->
                            due.stream().filter(one -> one != KeyedSource.FILLS).forEach(sink::take));
            visible.clear();
        }

        @Override
        public void recover(long generation, List<Prepared> handles) {
            prepared.clear();
        }
    }
}
