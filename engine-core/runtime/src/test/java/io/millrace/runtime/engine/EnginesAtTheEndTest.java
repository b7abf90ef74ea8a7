// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Engines;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RunningTopology;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.operators.Bolts;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A topology whose last messages are in engines, where no tree shows them. */
@Timeout(60)
class EnginesAtTheEndTest {

    private static final int MESSAGES = 3;
    private static final AtomicInteger TAKEN = new AtomicInteger();
    private static final Queue<Object> RESULTS = new ConcurrentLinkedQueue<>();
    private static volatile CountDownLatch mayEnd;

    /** Emits untracked numbers, and finishes. */
    private static final class Numbers implements Spout {

        private static final long serialVersionUID = 1L;

        private transient SpoutCollector out;
        private transient int next;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (next == MESSAGES) {
                out.finish();
            } else {
                out.emit(next++);
            }
        }
    }

    /** Keeps its engine until the test lets all go. */
    private static final class Gate implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("number");
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            TAKEN.incrementAndGet();
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            out.emit(input.get(0));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Guarantee.class,
            names = {"AT_MOST_ONCE", "AT_LEAST_ONCE"})
    void aTopologyHasNotCompletedWhileItsEnginesHaveMessages(Guarantee guarantee) throws Exception {
        TAKEN.set(0);
        RESULTS.clear();
        mayEnd = new CountDownLatch(1);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers());
        builder.setEngines("work", Engines.of(new Gate()), MESSAGES, MESSAGES).shuffle("numbers");
        builder.setBolt("results", Bolts.forEach(tuple -> RESULTS.add(tuple.get(0))))
                .shuffle("work");
        try (Millrace millrace = Millrace.local().start()) {
            RunningTopology run = millrace.submit(
                    "engines-at-the-end", builder.build(), Config.empty().with(TopologyKeys.GUARANTEE, guarantee));
            Await.until("the engines have all messages", () -> TAKEN.get() == MESSAGES);
            assertThat(run.awaitCompletion(Duration.ofMillis(100))).isFalse();
            Await.until("they are shown", () -> run.metrics().sum("work", task -> task.pending()) == MESSAGES);
            mayEnd.countDown();
            assertThat(run.awaitCompletion(Duration.ofSeconds(30))).isTrue();
            assertThat(RESULTS).containsExactlyInAnyOrder(0, 1, 2);
            assertThat(run.metrics().sum("work", task -> task.pending())).isZero();
        } finally {
            mayEnd.countDown();
        }
    }
}
