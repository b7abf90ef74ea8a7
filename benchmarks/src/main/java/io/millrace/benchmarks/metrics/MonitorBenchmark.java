// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.metrics;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.ThreadTimes;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.embedded.LocalCluster;
import io.millrace.runtime.settings.ClusterKeys;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What it costs a controller and a supervisor to know who talks to whom: the processor time of their threads while a
 * topology runs in which each of n sources sends to each of n sinks, for two and for many. What workers do for it, one
 * count for each tuple, is in {@link EdgeMicroBenchmark}.
 */
public final class MonitorBenchmark {

    private static final String USAGE =
            "[--tasks=100] [--rate=20000] [--workers=2] [--warm-up=seconds] [--seconds=n] [--interval=seconds]";
    private static final String NAME = "pairs";
    private static final long LOOK_MILLIS = 250;
    private static final int FEW = 2;

    private final int rate;
    private final int workers;
    private final int warmUpSeconds;
    private final int seconds;
    private final int intervalSeconds;

    private MonitorBenchmark(int rate, int workers, int warmUpSeconds, int seconds, int intervalSeconds) {
        this.rate = rate;
        this.workers = workers;
        this.warmUpSeconds = warmUpSeconds;
        this.seconds = seconds;
        this.intervalSeconds = intervalSeconds;
    }

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, MonitorBenchmark::run);
    }

    private static void run(Options options) throws InterruptedException {
        int tasks = options.take("tasks", 100, 1);
        MonitorBenchmark benchmark = new MonitorBenchmark(
                options.take("rate", 20_000, 1),
                options.take("workers", 2, 1),
                options.take("warm-up", 30, 0),
                options.take("seconds", 60, 1),
                options.take("interval", 10, 1));
        System.out.printf(
                "%-22s %8s %12s %12s %14s%n",
                "sources and sinks", "pairs", "controller", "supervisor", "their process");
        benchmark.measure(FEW);
        benchmark.measure(tasks);
        System.out.printf(
                "%nshares of one core; %d tuples/s, %d workers, %d s after %d s, monitor.interval %d s; %s%n",
                benchmark.rate,
                benchmark.workers,
                benchmark.seconds,
                benchmark.warmUpSeconds,
                benchmark.intervalSeconds,
                Machine.describe());
    }

    private void measure(int tasks) throws InterruptedException {
        Config config = Config.empty()
                .with(ClusterKeys.MONITOR_INTERVAL, Duration.ofSeconds(intervalSeconds))
                .with(ClusterKeys.SUPERVISOR_SLOTS, workers);
        try (LocalCluster local = LocalCluster.start(config)) {
            Config settings = Config.empty().with(TopologyKeys.WORKERS, workers);
            local.cluster().submit(new Submission(NAME, topology(tasks, rate), settings, null, local.classPath()));
            TimeUnit.SECONDS.sleep(warmUpSeconds);
            ThreadTimes times = new ThreadTimes();
            Duration before = processTime();
            long begun = System.nanoTime();
            long end = begun + TimeUnit.SECONDS.toNanos(seconds);
            while (System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                times.look();
            }
            double elapsed = System.nanoTime() - begun;
            double process = processTime().minus(before).toNanos() / elapsed;
            double controller = share(times.nanosOfName(), elapsed, "millrace-metrics", "millrace-ask");
            // Nobody asks the controller meanwhile, whose threads for HTTP have the same name
            double supervisor = share(times.nanosOfName(), elapsed, "millrace-http");
            int pairs = local.cluster().traffic(NAME).flows().size();
            System.out.printf(
                    "%-22s %8d %11.2f%% %11.2f%% %13.2f%%%n",
                    tasks + " and " + tasks, pairs, 100 * controller, 100 * supervisor, 100 * process);
        }
    }

    private static double share(Map<String, Long> nanosOfName, double elapsed, String... prefixes) {
        double nanos = 0;
        for (Map.Entry<String, Long> thread : nanosOfName.entrySet()) {
            for (String prefix : prefixes) {
                nanos += thread.getKey().startsWith(prefix) ? thread.getValue() : 0;
            }
        }
        return nanos / elapsed;
    }

    private static Duration processTime() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }

    /** Each of so many sources sends to each of as many sinks, at a rate of all together. */
    static Topology topology(int tasks, int rate) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Source(Math.max(1, 1_000_000_000L * tasks / rate)), tasks);
        builder.setBolt("sink", new Sink(), tasks).shuffle("source");
        return builder.build();
    }

    /** Emits a number each so often. */
    static final class Source implements Spout {

        private static final long serialVersionUID = 1L;
        private final long pauseNanos;
        private transient SpoutCollector collector;
        private transient TaskContext context;
        private transient long dueNanos;

        Source(long pauseNanos) {
            this.pauseNanos = pauseNanos;
        }

        @Override
        public void declareOutputs(OutputDeclarer outputs) {
            outputs.declare("number");
        }

        @Override
        public void open(TaskContext taskContext, SpoutCollector out) {
            context = taskContext;
            collector = out;
            dueNanos = context.nanoTime();
        }

        @Override
        public void nextTuple() {
            if (context.nanoTime() >= dueNanos) {
                collector.emit(dueNanos);
                dueNanos += pauseNanos;
            }
        }
    }

    /** Takes what comes. */
    static final class Sink implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer outputs) {}

        @Override
        public void execute(Tuple tuple, Emitter out) {}
    }
}
