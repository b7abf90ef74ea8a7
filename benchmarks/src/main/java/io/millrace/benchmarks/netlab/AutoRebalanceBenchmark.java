// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.netlab.AutoRebalanceResult.Event;
import io.millrace.benchmarks.study.Settings;
import io.millrace.benchmarks.study.Study;
import io.millrace.cluster.model.RebalanceDecision;
import io.millrace.cluster.model.RebalanceDecision.Verdict;
import io.millrace.cluster.model.TrafficReport;
import io.millrace.cluster.model.TrafficReport.Distance;
import io.millrace.cluster.model.TrafficReport.Flow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The traffic of a topology on two hosts changes while it runs, with automatic rebalancing and without: what crosses
 * between the hosts, what sinks take and how late, second by second. Prints what happened, writes CSV and a plot.
 */
public final class AutoRebalanceBenchmark {

    private static final String USAGE = "[--automatic=on,off] [--rtt=10] [--rate=500] [--tasks=8] [--shift=60]"
            + " [--faster=130] [--seconds=200] [--interval=5] [--settings=key=value;...] [--out=file.csv] [--continue]"
            + " [--plot=file.png] [--docs=page.md [--table]]";
    private static final long LOOK_AHEAD_SECONDS = 5;

    private final Lab lab;
    private final NetlabCluster cluster;
    private final Path jar;
    private final List<String> settings;
    private final Timeline timeline;
    private final int tasks;

    /**
     * What happens when, in seconds since the start.
     *
     * @param rate tuples per second of each source at first
     */
    private record Timeline(int rate, int shift, int faster, int seconds) {}

    private AutoRebalanceBenchmark(
            Lab lab, NetlabCluster cluster, Path jar, List<String> settings, Timeline timeline, int tasks) {
        this.lab = lab;
        this.cluster = cluster;
        this.jar = jar;
        this.settings = settings;
        this.timeline = timeline;
        this.tasks = tasks;
    }

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, AutoRebalanceBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/target/auto-rebalance.csv");
        List<Boolean> modes = options.takeNames("automatic", "on,off", List.of("on", "off")).stream()
                .map("on"::equals)
                .toList();
        double rtt = options.take("rtt", 10.0, 0);
        int tasks = options.take("tasks", 8, 2);
        Timeline timeline = new Timeline(
                options.take("rate", 500, 1),
                options.take("shift", 60, 1),
                options.take("faster", 130, 1),
                options.take("seconds", 200, 1));
        int interval = options.take("interval", 5, 1);
        List<String> settings = Settings.list(Settings.take(options));
        Path plot = study.plots("benchmarks/target/auto-rebalance.png");

        AutoRebalanceResult result = AutoRebalanceResult.open(study.out(), study.continued());
        if (study.tableOnly()) {
            study.writePages(result.parts());
            return;
        }
        try (Scratch scratch = new Scratch();
                Lab lab = Lab.up(0, "");
                NetlabCluster cluster =
                        NetlabCluster.start(lab, scratch.directory(), List.of("monitor.interval=" + interval + " s"))) {
            lab.rtt(rtt);
            Path jar = scratch.directory().resolve("topology.jar");
            TopologyJar.write(jar);
            AutoRebalanceBenchmark benchmark = new AutoRebalanceBenchmark(lab, cluster, jar, settings, timeline, tasks);
            for (boolean automatic : modes) {
                benchmark.measure(automatic, scratch.directory().resolve("run-" + automatic), result);
            }
        }
        result.plot(plot);
        study.writePages(result.parts());
        study.end("; daemons with " + String.join(" ", NetlabCluster.DAEMON_FLAGS) + ", workers as shipped; RTT " + rtt
                + " ms, settings " + settings);
    }

    private void measure(boolean automatic, Path directory, AutoRebalanceResult result)
            throws IOException, InterruptedException {
        List<String> all =
                new ArrayList<>(List.of("topology.rebalance.auto=" + automatic, "topology.rebalance.calm=20 s"));
        all.addAll(settings);
        List<Event> events = new ArrayList<>();
        Files.createDirectories(directory);
        try (ShiftingRun run = ShiftingRun.start(cluster, jar, directory, tasks, timeline.rate(), all)) {
            lab.reset();
            CpuTime before = CpuTime.now();
            run.sleepUntil(timeline.shift());
            Shifts.shift(directory, tasks / 2);
            events.add(new Event(timeline.shift(), "hot keys move"));
            run.sleepUntil(timeline.faster() - LOOK_AHEAD_SECONDS);
            int source = crossesMost();
            run.sleepUntil(timeline.faster());
            Shifts.speedUp(directory, source);
            events.add(new Event(timeline.faster(), "rate of a source x 3"));
            run.sleepUntil(timeline.seconds());
            double busy = CpuTime.now().busySince(before);
            System.out.println((automatic ? "automatic" : "as placed") + ": source " + source + " became faster; busy "
                    + Math.round(100 * busy) + " %, " + lab.status());
            for (RebalanceDecision decision : run.decisions()) {
                double second = run.secondOf(decision);
                System.out.printf(
                        "  %6.1f s, %d times: %s, %s%n",
                        second, decision.times(), decision.verdict(), decision.reason());
                if (decision.verdict() == Verdict.MOVED) {
                    events.add(new Event(second, decision.figures().moves() + " tasks move"));
                }
            }
        }
        result.add(automatic, FlowReport.read(directory), timeline.seconds(), events);
    }

    /** The index of the source that sends most to the other host. */
    private int crossesMost() throws IOException {
        TrafficReport traffic =
                cluster.ask(List.of("describe", ShiftingTopology.NAME, "--traffic"), TrafficReport.class);
        Map<Integer, Double> crossing = traffic.flows().stream()
                .filter(flow -> flow.source().equals(ShiftingTopology.SOURCE) && flow.distance() == Distance.REMOTE)
                .collect(Collectors.groupingBy(Flow::sourceTask, Collectors.summingDouble(Flow::messagesPerSecond)));
        int task = crossing.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(1);
        // Tasks are numbered from 1 in the order of components, and sources come first
        return task - 1;
    }
}
