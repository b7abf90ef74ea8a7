// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.CommittingBolt;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.TopologyTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A sink that takes no more input than it can keep aside. */
@Timeout(60)
class PausedSinkTest {

    private static final int MOST = 5;
    private static final List<Long> VISIBLE = Collections.synchronizedList(new ArrayList<>());
    private static final List<Integer> KEPT = Collections.synchronizedList(new ArrayList<>());

    /** Emits the next number each 10 ms. */
    private static final class Numbers implements ReplayableSpout {

        private static final long serialVersionUID = 1L;
        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient long next;

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void nextTuple() {
            out.emit(next++);
            out.idleUntil(context.nanoTime() + 10_000_000);
        }

        @Override
        public Object snapshot() {
            return next;
        }

        @Override
        public void restore(List<Object> snapshots) {
            next = (Long) snapshots.get(0);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }
    }

    private static final class Sink implements Bolt, CommittingBolt {

        private static final long serialVersionUID = 1L;
        private transient BoltCollector out;
        private transient List<Long> open;
        private transient List<Long> prepared;
        private transient boolean begun;

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
            open = new ArrayList<>();
            prepared = new ArrayList<>();
        }

        @Override
        public void execute(Tuple input) {
            open.add(input.getLong(0));
            if (open.size() >= MOST && !begun) {
                out.pauseInput();
            }
        }

        @Override
        public void begun(long snapshotId) {
            begun = true;
            out.resumeInput();
        }

        @Override
        public Object prepare(long snapshotId) {
            KEPT.add(open.size());
            begun = false;
            prepared.addAll(open);
            open.clear();
            return prepared.isEmpty() ? null : List.copyOf(prepared);
        }

        @Override
        public void commit(long snapshotId) {
            VISIBLE.addAll(prepared);
            prepared.clear();
        }

        @Override
        public void recover(long generation, List<Prepared> handles) {}
    }

    @Test
    void aSnapshotThatBeginsLetsItGoOn() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers());
        builder.setBolt("out", new Sink()).shuffle("numbers");
        Config config = Config.empty()
                .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                .with(TopologyKeys.INBOX, 10);
        try (TopologyTest test = TopologyTest.of(builder.build()).config(config).start()) {
            test.advance(Duration.ofSeconds(10));
        }
        assertThat(VISIBLE.size()).isGreaterThan(10 * MOST);
        assertThat(VISIBLE)
                .isEqualTo(LongStream.range(0, VISIBLE.size()).boxed().toList());
        assertThat(KEPT).as("what the bolt has kept aside at each snapshot").allMatch(kept -> kept <= MOST + 20);
    }
}
