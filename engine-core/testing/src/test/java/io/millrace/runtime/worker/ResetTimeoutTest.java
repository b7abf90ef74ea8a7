// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.stepped.SteppedTopology;
import io.millrace.testing.stepped.SteppedTopologyBuilder;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Restarts of the time-out of trees. */
@Timeout(30)
class ResetTimeoutTest {

    private static final Config FIVE_SECONDS = Config.empty().with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(5));

    @TempDir
    Path directory;

    private final TopologyBuilder builder = new TopologyBuilder();

    @Test
    void aBoltKeepsTheTreesOfItsInputPendingInAnyWorker() {
        Journal journal = Journal.fresh("reset-bolt");
        builder.setSpout(
                "source", new CallSpout("reset-bolt", 3, 1, (out, number, context) -> out.emitTracked(number, number)));
        builder.setBolt("slow", new Slow()).shuffle("source");
        for (SteppedTopologyBuilder run : new SteppedTopologyBuilder[] {
            SteppedTopology.of(builder.build()),
            SteppedTopology.of(builder.build()).workers(2, directory),
            SteppedTopology.of(builder.build()).workers(2, directory).nodes(2, Duration.ofMillis(1))
        }) {
            journal.acked.clear();
            journal.failed.clear();
            try (SteppedTopology topology = run.config(FIVE_SECONDS).start()) {
                topology.advance(Duration.ofSeconds(4));
                assertThat(journal.failed).isEmpty();
                topology.advance(Duration.ofSeconds(2));
                // Only the first input is reset, every three seconds
                assertThat(journal.failed).containsOnlyKeys(1, 2);
                topology.advance(Duration.ofSeconds(7));
                assertThat(journal.acked).containsOnlyKeys(0);
                assertThat(journal.failed).containsOnlyKeys(1, 2);
            }
        }
    }

    @Test
    void aSpoutKeepsATreePendingByItsMessageId() {
        Journal journal = Journal.fresh("reset-spout");
        builder.setSpout("source", new CallSpout("reset-spout", 2, 1, (out, number, context) -> {
            out.emitTracked(number, number);
            if (number == 1) {
                context.executeAt(context.nanoTime() + Duration.ofSeconds(3).toNanos(), () -> {
                    out.resetTimeout(1);
                    out.resetTimeout("no such id");
                });
            }
        }));
        builder.setBolt("silent", TestBolts.full((input, out, context) -> {})).shuffle("source");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).config(FIVE_SECONDS).start()) {
            topology.advance(Duration.ofSeconds(6));
            assertThat(journal.failed).containsOnlyKeys(0);
            topology.advance(Duration.ofMillis(1_900));
            assertThat(journal.failed).containsOnlyKeys(0);
            topology.advance(Duration.ofMillis(200));
            assertThat(journal.failed).containsOnlyKeys(0, 1);
        }
    }

    /** Acks the input 0 after 12 seconds, and no other. */
    private static final class Slow implements Bolt {

        private static final long serialVersionUID = 1L;
        private static final long STEP = Duration.ofSeconds(3).toNanos();

        private transient TaskContext context;
        private transient BoltCollector out;

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            if (input.getInt(0) == 0) {
                goOn(input, 4);
            }
        }

        private void goOn(Tuple input, int steps) {
            context.executeAt(context.nanoTime() + STEP, () -> {
                if (steps == 1) {
                    out.ack(input);
                    out.resetTimeout(input);
                } else {
                    out.resetTimeout(input);
                    goOn(input, steps - 1);
                }
            });
        }
    }
}
