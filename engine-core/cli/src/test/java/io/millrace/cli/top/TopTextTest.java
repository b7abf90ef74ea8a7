// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.StuckSpout;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.runtime.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two readings of a topology, and the tables made of them. */
class TopTextTest {

    private static final long SECOND = 1_000_000_000L;
    private static final LatencySummary TEN_MICROS = new LatencySummary(9, 10_000, 10_000, 10_000, 10_000, 90_000_000);
    private static final LatencySummary SLOW = new LatencySummary(1, 7_000, 8_000, 2_000_000, 3_000_000, 4_000_000);

    @Test
    void ratesAreOfTheTimeBetweenTheReadings() {
        TopReport report = watch(
                        tasks(
                                task("lines", 1, 1_000, 5, TEN_MICROS),
                                task("count", 2, 0, 0, TEN_MICROS),
                                task("count", 3, 70, 0, SLOW)),
                        List.of(executor(100, 100, 100)))
                .next(reading(
                        3 * SECOND,
                        tasks(
                                task("lines", 1, 41_000, 25, TEN_MICROS),
                                task("count", 2, 180_000, 0, TEN_MICROS),
                                task("count", 3, 20_070, 0, SLOW)),
                        List.of(executor(600, 350, 350))));

        assertThat(TopText.lines(report, null, false))
                .containsExactly(
                        "cluster zk:2181/m, 2 nodes, 1 of 2 workers up, 1 topology",
                        "",
                        "TOPOLOGY  STATUS  WORKERS  UP  TASKS  END-TO-END P50      P99",
                        "wc        active        2   1      3         10.0 us  10.0 us",
                        "",
                        "COMPONENT OF wc    TASKS  EXECUTED/S  EMITTED/S  ACKED/S  FAILED/S  ERRORS  SLOW  PENDING "
                                + " INBOX  OUTBOX  WAIT P50  P99  EXECUTE P50      P99  CAPACITY",
                        "lines (Log lines)      1      20,000     40,000        0        10      25     4        1     "
                                + " 2       3         -    -      10.0 us  10.0 us        6%",
                        "count                  2     100,000    200,000        0         0       0     8        2     "
                                + " 4       6         -    -      10.0 us  2.00 ms       22%",
                        "",
                        "WORKER OF wc  EXECUTOR  BUSY  BACK-PRESSURED  IDLE  QUEUE  RING  RUNS TASKS",
                        "w1                   0   50%             25%   25%    25%    0%       1-3,7");
    }

    @Test
    void componentsAreSortedByTheColumn() {
        TopReport report = watch(List.of(), List.of())
                .next(reading(
                        2 * SECOND,
                        tasks(task("b", 1, 0, 7, SLOW), task("c", 2, 0, 9, SLOW), task("a", 3, 0, 8, TEN_MICROS)),
                        List.of()));

        assertThat(order(report, TopColumn.COMPONENT)).containsExactly("a", "b", "c");
        assertThat(order(report, TopColumn.ERRORS)).containsExactly("c", "a", "b");
        assertThat(order(report, TopColumn.EXECUTE)).containsExactly("b", "c", "a");
        assertThat(order(report, null)).containsExactly("b", "c", "a");
    }

    @Test
    void slowSubscribersAreNamed() {
        assertThat(TopText.lines(
                        watch(tasks(taking(0, 10, 5)), List.of())
                                .next(reading(2 * SECOND, tasks(taking(1, 1_024, 5)), List.of())),
                        null,
                        false))
                .contains("alerts, task 1: subscriber 'ui' holds the topology back, 1,024 wait");
        assertThat(TopText.lines(
                        watch(tasks(taking(0, 4, 5)), List.of())
                                .next(reading(2 * SECOND, tasks(taking(0, 4, 1_234)), List.of())),
                        null,
                        false))
                .contains("alerts, task 1: subscriber 'ui' is too slow, 1,234 dropped");
        assertThat(watch(tasks(taking(0, 4, 5)), List.of())
                        .next(reading(2 * SECOND, tasks(taking(0, 4, 5)), List.of()))
                        .topologies()
                        .get(0)
                        .waiting()
                        .slowSubscribers())
                .isEmpty();
    }

    @Test
    void aSpoutThatStandsStillIsNamedWithTheBoltThatHoldsItsTuples() {
        TopReport report = watch(List.of(), List.of())
                .next(reading(
                        2 * SECOND,
                        tasks(
                                gauges("views", 1, Map.of(StuckSpout.STILL, 7.4, StuckSpout.HELD_BY + 2, 1_234.0)),
                                gauges("hold", 2, Map.of()),
                                gauges("clicks", 3, Map.of(StuckSpout.STILL, 5.0, StuckSpout.CALLS_OF + 4, 50.0)),
                                gauges("geo", 4, Map.of()),
                                gauges("orders", 5, Map.of(StuckSpout.STILL, 9.0))),
                        List.of()));
        assertThat(TopText.lines(report, null, false))
                .contains(
                        "views task 1 has stood still for 7 s: its tuples are held by bolt hold (task 2: 1,234 inputs"
                                + " neither acked nor failed)",
                        "clicks task 3 has stood still for 5 s: its tuples are held by bolt geo (task 4: 50 calls"
                                + " outstanding)",
                        "orders task 5 has stood still for 9 s: no task holds its 0 pending tuples");
        assertThat(Json.line(report)).contains("\"stuckSpouts\":[{\"component\":\"views\",\"task\":1,");
    }

    @Test
    void eventTimeIsShownWithWhoHoldsItBack() {
        TopReport report = watch(List.of(), List.of())
                .next(reading(
                        2 * SECOND,
                        tasks(
                                gauges("views", 1, Map.of()),
                                gauges("pass", 2, eventTime(1_764_087_611_250L, 2.34, 1)),
                                gauges("windows", 3, eventTime(1_764_087_600_000L, 321, 2)),
                                gauges("joins", 4, eventTime(-1, -1, 1)),
                                gauges("ends", 5, eventTime(Long.MAX_VALUE, 0, -1))),
                        List.of()));
        assertThat(TopText.lines(report, null, false))
                .containsSequence(
                        "EVENT TIME OF wc  TASK  WATERMARK (UTC)             LAG  HELD BY",
                        "joins                4  -                             -  views task 1",
                        "windows              3  2025-11-25 16:20:00.000  5m 21s  pass task 2",
                        "pass                 2  2025-11-25 16:20:11.250   2.3 s  views task 1",
                        "ends                 5  end                           -  -");
        assertThat(Json.line(report))
                .contains("\"eventTimes\":[{\"component\":\"pass\",\"task\":2,\"watermarkMillis\":1764087611250,");
    }

    @Test
    void batchesAreShownWithTheirWaitSizeTimeAndLoad() {
        TopReport report = watch(List.of(), List.of())
                .next(reading(
                        2 * SECOND,
                        tasks(
                                gauges("insert", 1, batches(0.287, 28.7, 0.203, 0.7)),
                                gauges("insert", 2, batches(0, 1, 0.2, 0.2)),
                                gauges("post", 3, batches(5, 0, 0, 0)),
                                gauges("other", 4, Map.of())),
                        List.of()));
        assertThat(TopText.lines(report, null, false))
                .containsSequence(
                        "BATCHES OF wc  TASK   WAIT X  MEAN SIZE  CALL P  LOAD RHO",
                        "insert            1   287 us       28.7  203 us       70%",
                        "insert            2     0 ns        1.0  200 us       20%",
                        "post              3  5.00 ms          -       -        0%");
        assertThat(Json.line(report))
                .contains("\"batches\":[{\"component\":\"insert\",\"task\":1,\"intervalMillis\":0.287,");
    }

    private static Map<String, Double> batches(double interval, double size, double processing, double load) {
        return Map.of(
                "batch.interval.millis",
                interval,
                "batch.size.mean",
                size,
                "batch.processing.millis",
                processing,
                "batch.load",
                load);
    }

    @Test
    void ofManyTasksThoseFurthestBehindAreShown() {
        TaskMetrics[] tasks = new TaskMetrics[30];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = gauges("w", i + 1, eventTime(1_000, i, -1));
        }
        List<String> lines = TopText.lines(
                watch(List.of(), List.of()).next(reading(2 * SECOND, tasks(tasks), List.of())), null, false);
        assertThat(lines).contains("18 tasks less far behind: see top --custom");
        assertThat(lines.stream().filter(line -> line.contains("1970-01-01"))).hasSize(12);
        assertThat(lines.stream().filter(line -> line.contains("  29.0 s  "))).hasSize(1);
    }

    private static Map<String, Double> eventTime(long watermark, double lag, int heldBy) {
        return Map.of(
                "event.time.watermark.millis",
                (double) watermark,
                "event.time.lag.seconds",
                lag,
                "event.time.held.by.task",
                (double) heldBy);
    }

    /** Returns the metrics of task 1 of a results bolt. */
    private static TaskMetrics taking(double holding, double waiting, double dropped) {
        return gauges(
                "alerts",
                1,
                Map.of(
                        "subscriber.ui.waiting", waiting,
                        "subscriber.ui.holding", holding,
                        "subscriber.ui.dropped", dropped));
    }

    private static TaskMetrics gauges(String component, int task, Map<String, Double> gauges) {
        return new TaskMetrics(
                component,
                task,
                "w1",
                Figures.none(TaskFigure.class),
                Map.of(),
                gauges,
                Map.of(),
                LatencySummary.NONE,
                LatencySummary.NONE,
                LatencySummary.NONE);
    }

    @Test
    void aCountThatBeganAgainIsNoNegativeRate() {
        TopReport report = watch(tasks(task("lines", 1, 5_000, 50, SLOW)), List.of(executor(900, 900, 900)))
                .next(reading(2 * SECOND, tasks(task("lines", 1, 30, 2, SLOW)), List.of(executor(30, 10, 60))));

        TopReport.Component lines = report.topologies().get(0).components().get(0);
        assertThat(lines.executedPerSecond()).isEqualTo(30);
        assertThat(lines.failedPerSecond()).isEqualTo(2);
        TopReport.Executor executor = report.topologies().get(0).executors().get(0);
        assertThat(List.of(executor.busy(), executor.backPressured(), executor.idle()))
                .containsExactly(0.3, 0.1, 0.6);
    }

    @Test
    void tasksOfAnExecutorTogetherSpendNoMoreTimeThanItWasBusy() {
        List<ExecutorMetrics> before = List.of(executor(0, 0, 0));
        TopReport report = watch(tasks(task("lines", 1, 0, 0, TEN_MICROS), task("count", 2, 0, 0, TEN_MICROS)), before)
                .next(reading(
                        SECOND + SECOND,
                        tasks(task("lines", 1, 30_000, 0, TEN_MICROS), task("count", 2, 60_000, 0, TEN_MICROS)),
                        List.of(executor(35, 0, 65))));

        assertThat(report.topologies().get(0).components())
                .extracting(TopReport.Component::capacity)
                .usingElementComparator(Comparator.comparingLong(share -> Math.round(1_000 * share)))
                .containsExactly(0.117, 0.233);
    }

    @Test
    void aTaskThatIsNewHasNoRateYet() {
        TopReport report =
                watch(List.of(), List.of()).next(reading(2 * SECOND, tasks(task("a", 1, 9, 9, SLOW)), List.of()));

        assertThat(report.topologies().get(0).components().get(0).executedPerSecond())
                .isZero();
    }

    @Test
    void anEmptyClusterIsALine() {
        TopReport report = new TopWatch("zk", new TopReading(0, 1, List.of(), List.of()))
                .next(new TopReading(SECOND, 1, List.of(), List.of("wc")));

        assertThat(TopText.lines(report, null, false))
                .containsExactly(
                        "cluster zk, 1 node, 0 of 0 workers up, 0 topologies", "topology 'wc' is not there any more");
    }

    @Test
    void latenciesThatTheClocksOfTheNodesMakeUncertainAreMarked() {
        TopReport.Topology topology = new TopReport.Topology(
                "wc",
                Status.ACTIVE,
                new TopReport.Size(2, 2, 3),
                new TopReport.Latency(new LatencySummary(9, 10_000, 10_000, 2_000_000, 10_000, 10_000), 100_000),
                new TopReport.Activity(
                        List.of(),
                        List.of(),
                        List.of(
                                new CustomMetric(
                                        "split", 2, "rows", CustomMetric.Kind.COUNTER, 12_345, LatencySummary.NONE),
                                new CustomMetric(
                                        "split", 2, "load", CustomMetric.Kind.GAUGE, 0.25, LatencySummary.NONE),
                                new CustomMetric(
                                        "split",
                                        2,
                                        "query",
                                        CustomMetric.Kind.TIMER,
                                        9,
                                        new LatencySummary(9, 10_000, 10_000, 2_000_000, 10_000, 3_000_000)))),
                new TopReport.Waiting(
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(
                                new TopReport.Queue("split", 2, 0, 0, 0, 0),
                                new TopReport.Queue("images", 1, 1234, 0.25, 5678, 910))));

        assertThat(TopText.lines(new TopReport("zk", 1, 2, 2, 2, List.of(topology), List.of()), null, true))
                .contains(
                        "QUEUES OF wc  TASK  TUPLES  HEAD AGE  BYTES  SPILLED",
                        "images           1   1,234    250 ms  5,678      910",
                        "split            2       0         -      0        0",
                        "METRICS OF wc  TASK  METRIC  KIND      VALUE      P50      P99      MAX",
                        "split             2  rows    counter  12,345        -        -        -",
                        "split             2  load    gauge    0.2500        -        -        -",
                        "split             2  query   timer         9  10.0 us  2.00 ms  3.00 ms");

        assertThat(TopText.lines(new TopReport("zk", 1, 2, 2, 2, List.of(topology), List.of()), null, false))
                .contains("wc        active        2   2      3        ~10.0 us  2.00 ms")
                .contains("wc: ~ the clocks of the nodes are known to 100 us only, more than a tenth of this:"
                        + " see describe --peers");
    }

    private static List<String> order(TopReport report, TopColumn sort) {
        return TopText.lines(report, sort, false).stream()
                .dropWhile(line -> !line.startsWith("COMPONENT"))
                .skip(1)
                .map(line -> line.substring(0, 1))
                .toList();
    }

    private static TopWatch watch(List<TaskMetrics> tasks, List<ExecutorMetrics> executors) {
        return new TopWatch("zk:2181/m", reading(SECOND, tasks, executors));
    }

    private static TopReading reading(long nanos, List<TaskMetrics> tasks, List<ExecutorMetrics> executors) {
        TopologyMetrics metrics = new TopologyMetrics(
                "wc",
                false,
                new TopologyMetrics.Work(List.of(), tasks, executors),
                TopologyMetrics.Exchange.NONE,
                new TopologyMetrics.Latencies(LatencySummary.NONE, TEN_MICROS),
                null,
                TopologyMetrics.Sites.NONE);
        TopologyInfo info = new TopologyInfo(
                "wc",
                "wc-1",
                Status.ACTIVE,
                0,
                new TopologyInfo.Size(3, 2, 1, List.of()),
                TopologyInfo.Remarks.of(null, null));
        return new TopReading(
                nanos, 2, List.of(new TopReading.Running(info, metrics, Map.of("lines", "Log lines"))), List.of());
    }

    private static List<TaskMetrics> tasks(TaskMetrics... tasks) {
        return List.of(tasks);
    }

    private static TaskMetrics task(String component, int task, long executed, long failed, LatencySummary execute) {
        return new TaskMetrics(
                component,
                task,
                "w1",
                Figures.none(TaskFigure.class)
                        .with(TaskFigure.EMITTED, 2 * executed)
                        .with(TaskFigure.EXECUTED, executed)
                        .with(TaskFigure.FAILED, failed)
                        .with(TaskFigure.ERRORS, failed)
                        .with(TaskFigure.SLOW_CALLS, 4)
                        .with(TaskFigure.PENDING, 1)
                        .with(TaskFigure.INBOX, 2)
                        .with(TaskFigure.OUTBOX, 3),
                Map.of(),
                Map.of(),
                Map.of(),
                LatencySummary.NONE,
                execute,
                LatencySummary.NONE);
    }

    private static ExecutorMetrics executor(long busy, long backPressured, long idle) {
        return new ExecutorMetrics(
                "w1",
                0,
                List.of(1, 2, 3, 7),
                Figures.none(ExecutorFigure.class)
                        .with(ExecutorFigure.BUSY_NANOS, busy)
                        .with(ExecutorFigure.BACK_PRESSURED_NANOS, backPressured)
                        .with(ExecutorFigure.IDLE_NANOS, idle)
                        .with(ExecutorFigure.QUEUED, 512)
                        .with(ExecutorFigure.QUEUE_CAPACITY, 2_048));
    }
}
