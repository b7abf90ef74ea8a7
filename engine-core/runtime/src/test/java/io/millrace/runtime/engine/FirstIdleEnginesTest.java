// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Engines;
import io.millrace.api.Feed;
import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.Await;
import io.millrace.operators.Spouts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Engines behind {@code firstIdle}: as many messages as there are free engines leave the queue at their source. */
@Timeout(90)
class FirstIdleEnginesTest {

    private static final int ENGINES = 200;
    private static final int MESSAGES = 250;
    private static final AtomicInteger TAKEN = new AtomicInteger();
    private static final Semaphore MAY_END = new Semaphore(0);

    /** Keeps its engine until the test lets it go. */
    private static final class Gate implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void execute(Tuple input, Emitter out) {
            TAKEN.incrementAndGet();
            MAY_END.acquireUninterruptibly();
        }
    }

    @Test
    void eachFreeEngineGetsAMessageAndTheOthersWaitAtTheirSource() throws Exception {
        TAKEN.set(0);
        MAY_END.drainPermits();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Spouts.fed(Fields.of("number")));
        builder.setEngines("work", Engines.of(new Gate()), ENGINES, ENGINES).firstIdle("in");
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        try (Millrace millrace = Millrace.local().start()) {
            RunningTopology run = millrace.submit("first-idle-engines", builder.build(), Config.empty());
            try (Feed feed = run.feed("in")) {
                for (int i = 0; i < MESSAGES; i++) {
                    sent.add(feed.send(i).toCompletableFuture());
                }
                Await.until("each engine has a message", () -> TAKEN.get() == ENGINES);
                Await.until("the others wait at their source", () -> waiting(run) == MESSAGES - ENGINES);
                assertThat(task(run, "work").inbox()).isZero();
                MAY_END.release(10);
                Await.until("who is free takes the next", () -> TAKEN.get() == ENGINES + 10);
                Await.until("the queue is shorter", () -> waiting(run) == MESSAGES - ENGINES - 10);
                MAY_END.release(MESSAGES - 10);
                for (CompletableFuture<Void> each : sent) {
                    each.get(20, TimeUnit.SECONDS);
                }
            } finally {
                MAY_END.release(MESSAGES);
            }
        }
        assertThat(TAKEN).hasValue(MESSAGES);
    }

    private static double waiting(RunningTopology run) {
        return task(run, "in").gauges().getOrDefault("queue.tuples", -1.0);
    }

    private static TaskMetrics task(RunningTopology run, String component) {
        return run.metrics().tasks().stream()
                .filter(each -> each.component().equals(component))
                .findFirst()
                .orElseThrow();
    }
}
