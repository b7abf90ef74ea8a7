// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static io.millrace.runtime.worker.AuthorDoors.hit;

import io.millrace.api.BasicBolt;
import io.millrace.api.CommittingBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.runtime.worker.AuthorDoors.Parcel;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A source and a sink of exactly-once topologies whose methods throw when {@link AuthorDoors} says so. */
final class CommittingDoors {

    private static final TreeMap<Long, List<Object>> PREPARED = new TreeMap<>();

    private CommittingDoors() {}

    /** Emits 0 to 99; its position is a parcel. */
    static final class Replayed implements ReplayableSpout {
        private static final long serialVersionUID = 1L;
        static final int COUNT = 100;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient int next;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (next < COUNT) {
                out.emit(next++);
                out.idleUntil(context.nanoTime() + 1_000_000);
            } else {
                out.finish();
            }
        }

        @Override
        public Object snapshot() {
            hit("snapshot");
            if (AuthorDoors.isArmed("abort")) {
                throw new IllegalStateException("so that the snapshot is given up");
            }
            return new Parcel(next);
        }

        @Override
        public void restore(List<Object> snapshots) {
            hit("restore");
            next = ((Parcel) snapshots.get(0)).number;
        }

        @Override
        public void committed(long snapshotId) {
            hit("committed");
        }
    }

    /** Makes each committed tuple a result once. */
    static final class Sink implements BasicBolt, CommittingBolt {
        private static final long serialVersionUID = 1L;
        private transient List<Object> open;

        @Override
        public void prepare(TaskContext context) {
            open = new ArrayList<>();
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            open.add(input.get(0));
        }

        @Override
        public void begun(long snapshotId) {
            hit("begun");
        }

        @Override
        public Object prepare(long snapshotId) {
            hit("sink.prepare");
            List<Object> handle = open;
            open = new ArrayList<>();
            PREPARED.put(snapshotId, handle);
            return new Parcel((int) snapshotId);
        }

        @Override
        public void commit(long snapshotId) {
            hit("commit");
            PREPARED.headMap(snapshotId, true).values().forEach(Sink::isVisible);
            PREPARED.headMap(snapshotId, true).clear();
        }

        private static void isVisible(List<Object> rows) {
            rows.forEach(row -> {
                if (!AuthorDoors.results().add(List.of(row))) {
                    throw new AssertionError(row + " is visible twice");
                }
            });
        }

        @Override
        public void abort(long snapshotId) {
            // The handles come with the next commit
            open.addAll(0, PREPARED.remove(snapshotId));
            hit("abort");
        }

        @Override
        public void recover(long generation, List<Prepared> prepared) {
            hit("recover");
            prepared.forEach(each -> {
                List<Object> rows = PREPARED.remove((long) ((Parcel) each.handle()).number);
                if (rows != null) {
                    isVisible(rows);
                }
            });
            PREPARED.clear();
        }
    }
}
