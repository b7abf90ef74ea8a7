// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.BuffersInputs;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.operators.Bolts;
import io.millrace.runtime.metrics.CompletionDetector;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Untracked inputs that bolts keep after {@code execute} has returned: the topology has not completed, and is not
 * drained.
 */
@Timeout(60)
class PendingInputsTest {

    private static final int INPUTS = 3;
    private static final Queue<CompletableFuture<Integer>> CALLS = new ConcurrentLinkedQueue<>();

    @Test
    void callsThatAreOutstandingAreUnderWay() {
        CALLS.clear();
        Bolt calls = Bolts.async(
                "number",
                input -> {
                    CompletableFuture<Integer> call = new CompletableFuture<>();
                    CALLS.add(call);
                    return call;
                },
                10,
                Duration.ofSeconds(20));
        try (Run run = new Run("pending-calls", calls)) {
            run.assertUnderWay(INPUTS);
            CALLS.forEach(call -> call.complete(7));
            run.assertEnded();
        }
    }

    @Test
    void anOpenBatchIsUnderWay() {
        Bolt batch = Bolts.batch(
                Fields.of("number"), 100, 1 << 20, Duration.ofSeconds(5), (tuples, out) -> out.emit(tuples.size()));
        try (Run run = new Run("pending-batch", batch)) {
            run.assertUnderWay(INPUTS);
            run.topology.advance(Duration.ofSeconds(5));
            run.assertEnded();
        }
    }

    @Test
    void whatAnAuthorsBoltHoldsIsUnderWayAlthoughItAcksNothing() {
        try (Run run = new Run("pending-holder", new Holder())) {
            run.assertUnderWay(1);
            run.topology.advance(Duration.ofSeconds(5));
            run.assertEnded();
        }
    }

    /** A bolt that keeps inputs for five seconds. */
    private static final class Holder implements Bolt, BuffersInputs {

        private static final long serialVersionUID = 1L;

        private transient TaskContext context;
        private transient BoltCollector out;
        private transient List<Tuple> kept;
        private transient long due;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            context = task;
            out = collector;
            kept = new ArrayList<>();
        }

        @Override
        public void execute(Tuple input) {
            if (kept.isEmpty()) {
                due = context.nanoTime() + 5_000_000_000L;
            }
            kept.add(input);
        }

        @Override
        public long deadline() {
            return kept.isEmpty() ? NEVER : due;
        }

        @Override
        public void release() {
            out.emit(kept, kept.size());
            kept.clear();
        }
    }

    /** A finite at-most-once topology with this bolt. */
    private static final class Run implements AutoCloseable {

        private final Journal journal;
        private final SteppedTopology topology;
        private final CompletionDetector completion;
        private final CompletionDetector drain;

        Run(String name, Bolt bolt) {
            journal = Journal.fresh(name);
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("source", CallSpout.untracked(INPUTS, (out, number, context) -> out.emit(number)));
            builder.setBolt("keep", bolt).shuffle("source");
            builder.setBolt("sink", TestBolts.sink(name)).shuffle("keep");
            Topology built = builder.build();
            topology = SteppedTopology.of(built)
                    .config(Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.AT_MOST_ONCE))
                    .start();
            TaskPlan plan = new TaskPlan(built);
            completion = new CompletionDetector(plan);
            drain = CompletionDetector.ofPaused(plan);
        }

        void assertUnderWay(long inputs) {
            for (int reading = 0; reading < 10; reading++) {
                settle();
                assertThat(completion.observe(topology.snapshots(), false)).isFalse();
                assertThat(drain.observe(topology.snapshots(), false)).isFalse();
            }
            assertThat(pending()).isEqualTo(inputs);
            assertThat(journal.seen).isEmpty();
        }

        void assertEnded() {
            settle();
            completion.observe(topology.snapshots(), false);
            drain.observe(topology.snapshots(), false);
            settle();
            assertThat(completion.observe(topology.snapshots(), false)).isTrue();
            assertThat(drain.observe(topology.snapshots(), false)).isTrue();
            assertThat(pending()).isZero();
            assertThat(journal.seen).isNotEmpty();
        }

        /** Lets all happen that can, so that a reading is younger than the one before. */
        private void settle() {
            topology.elapse(Duration.ofMillis(1));
            assertThat(topology.runUntilIdle(10_000)).isTrue();
        }

        private long pending() {
            return topology.metrics().sum("keep", task -> task.pending());
        }

        @Override
        public void close() {
            topology.close();
        }
    }
}
