// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.cluster.model.TrafficReport;
import io.millrace.cluster.model.TrafficReport.ComponentFlow;
import io.millrace.cluster.model.TrafficReport.Distance;
import io.millrace.cluster.model.TrafficReport.Flow;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPair;
import io.millrace.runtime.plan.TaskPlan;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TrafficMonitorTest {

    private static final long SECOND = 1_000_000_000L;
    private static final TaskPlan PLAN =
            new TaskPlan(Specs.topology(Specs.spec("read", 1), Specs.sink("count", 3, "read")));
    private static final TaskPair NEAR = new TaskPair(1, 2);
    private static final TaskPair FAR = new TaskPair(1, 4);

    private long now = 77 * SECOND;
    private final TrafficMonitor monitor = new TrafficMonitor(Duration.ofSeconds(10), () -> now);
    private WorkerCounters one = WorkerCounters.inMemory("w1", 1, PLAN, List.of(List.of(1, 2), List.of(3)));
    private final WorkerCounters two = WorkerCounters.inMemory("w2", 1, PLAN, List.of(List.of(4)));

    private void pass(int seconds) {
        now += seconds * SECOND;
        // A node's clock is independent of the controller's
        monitor.offer(List.of(
                new TrafficSample("t-1", "n1", one.snapshot(now - 70 * SECOND)),
                new TrafficSample("t-1", "n2", two.snapshot(now + 5 * SECOND))));
    }

    private void send(int messages, int target, int bytes) {
        for (int i = 0; i < messages; i++) {
            one.task(1).stream(0).addSent(target, 1, bytes);
        }
    }

    private double rate(TaskPair pair) {
        return monitor.of("t-1").orElseThrow().messagesPerSecond().get(pair);
    }

    @Test
    void readingsAreDueOnceAnInterval() {
        assertThat(monitor.isDue()).isTrue();
        pass(0);
        assertThat(monitor.isDue()).isFalse();
        now += 10 * SECOND - 1;
        assertThat(monitor.isDue()).isFalse();
        now++;
        assertThat(monitor.isDue()).isTrue();
    }

    @Test
    void ratesAreMeasuredFromTheSecondReadingOn() {
        send(1_000, 2, 0);
        pass(0);
        assertThat(monitor.of("t-1")).isEmpty();

        send(200, 2, 0);
        send(100, 4, 50);
        pass(10);

        assertThat(rate(NEAR)).isEqualTo(20);
        assertThat(rate(FAR)).isEqualTo(10);
        assertThat(monitor.of("t-1").orElseThrow().bytesPerSecond()).containsEntry(FAR, 500.0);
    }

    @Test
    void aMeasurementHasHalfOfTheWeightAndSilenceIsOne() {
        pass(0);
        send(200, 2, 0);
        pass(10);
        send(400, 2, 0);
        pass(10);
        assertThat(rate(NEAR)).isEqualTo(30);

        pass(10);
        assertThat(rate(NEAR)).isEqualTo(15);

        pass(20);
        assertThat(rate(NEAR)).as("two intervals at once").isCloseTo(3.75, within(1e-9));
    }

    @Test
    void whatComesBeforeTheIntervalIsOverIsLeftForLater() {
        pass(0);
        send(100, 2, 0);
        assertThat(monitor.isDue()).isFalse();
        pass(9);
        assertThat(monitor.isDue()).isFalse();
        assertThat(monitor.of("t-1")).isEmpty();

        pass(1);
        assertThat(rate(NEAR)).isEqualTo(10);
    }

    @Test
    void aWorkerThatStartsAgainLosesNothingAndJumpsNowhere() {
        send(1_000, 2, 0);
        pass(0);
        send(200, 2, 0);
        pass(10);

        one = WorkerCounters.inMemory("w1", 2, PLAN, List.of(List.of(1, 2), List.of(3)));
        send(5_000, 2, 0);
        pass(10);
        assertThat(rate(NEAR))
                .as("kept until there are two readings of the new process")
                .isEqualTo(20);

        send(400, 2, 0);
        pass(10);
        assertThat(rate(NEAR)).isEqualTo(30);
    }

    @Test
    void busyTimeOfAnExecutorIsSplitAmongItsTasks() {
        pass(0);
        one.executor(0).add(ExecutorFigure.BUSY_NANOS, 5 * SECOND);
        one.task(1).addTurnNanos(4 * SECOND);
        one.task(2).add(TaskFigure.EXECUTED, 1_000);
        one.task(2).addTimedCall(SECOND / 1_000);
        pass(10);

        assertThat(monitor.of("t-1").orElseThrow().cpu())
                .containsEntry(1, 0.375)
                .containsEntry(2, 0.125)
                .containsEntry(3, 0.0);
    }

    @Test
    void theReportSaysWhereBothEndsRunAndPassesThroughJson() {
        pass(0);
        send(100, 2, 0);
        send(200, 3, 0);
        send(100, 4, 50);
        pass(10);
        now += 3 * SECOND;

        TrafficReport report = Json.read(Json.write(monitor.report("t-1", "t")), TrafficReport.class);

        assertThat(report).isEqualTo(monitor.report("t-1", "t"));
        assertThat(report.measured()).isTrue();
        assertThat(report.ageSeconds()).isEqualTo(3);
        assertThat(report.flows())
                .extracting(Flow::targetTask, Flow::distance)
                .containsExactly(tuple(2, Distance.EXECUTOR), tuple(3, Distance.WORKER), tuple(4, Distance.REMOTE));
        assertThat(report.components())
                .containsExactly(new ComponentFlow("read", "count", 40, 500, 0.25, 0.5, 0, 0.25));
        assertThat(report.tasks()).hasSize(4);
    }

    @Test
    void aTopologyThatIsGoneIsForgotten() {
        pass(0);
        pass(10);
        assertThat(monitor.report("t-1", "t").measured()).isTrue();

        monitor.retain(Set.of("other"));

        assertThat(monitor.report("t-1", "t").measured()).isFalse();
    }
}
