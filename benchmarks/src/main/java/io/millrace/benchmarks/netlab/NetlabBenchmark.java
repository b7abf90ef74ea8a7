package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Settings;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.transport.Pair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Runs every workload on one cluster, one after the other, and records each at every round-trip time while it runs, several
 * times if asked; prints a table, writes CSV and a plot.
 */
public final class NetlabBenchmark {

    private static final String USAGE =
            "[--workloads=wordcount,sol,hop] [--rtts=0.1,10,30,100,242] [--rate=22000] [--acked|--both]"
                    + " [--warm-up=seconds] [--seconds=n] [--turns=n] [--settings=key=value;...] [--congestion=reno]"
                    + " [--out=file.csv] [--continue] [--plot=file.png]";
    private static final String WORKLOADS = "wordcount,sol,hop";
    private static final int HOSTS = 2;

    /** More than a connection at full rate has under way at the longest round-trip time here. */
    private static final long WINDOW_BYTES = 64 << 20;

    private NetlabBenchmark() {}

    public static void main(String[] arguments) {
        Options.run(arguments, NetlabBenchmark::run);
    }

    /** What is asked for. */
    private record Plan(
            List<Workload> workloads,
            List<Double> rttMillis,
            int turns,
            List<String> settings,
            String congestion,
            Csv csv,
            Path out,
            Path plot) {

        static Plan of(Options options) throws IOException {
            List<Shape> shapes = options.takeNames("workloads", WORKLOADS, List.of(WORKLOADS.split(","))).stream()
                    .map(NetlabBenchmark::shape)
                    .toList();
            List<Double> rttMillis = options.takeNumbers("rtts", "0.1,10,30,100,242", 0);
            int rate = options.take("rate", 22_000, 1);
            boolean both = options.takeFlag("both");
            boolean acked = options.takeFlag("acked");
            int warmUp = options.take("warm-up", 60, 0);
            int seconds = options.take("seconds", 15, 1);
            int turns = options.take("turns", 1, 1);
            String settings = options.take("settings", "");
            Settings.read(settings);
            String congestion = options.take("congestion", "");
            Path out = options.takePath("out", "benchmarks/target/netlab.csv");
            boolean continued = options.takeFlag("continue");
            Path plot = options.takePath("plot", "benchmarks/target/netlab.png");
            options.requireNoOther(USAGE);
            List<Promise> promises = both
                    ? List.of(Promise.atMostOnce(), Promise.atLeastOnce())
                    : List.of(acked ? Promise.atLeastOnce() : Promise.atMostOnce());
            List<Workload> workloads = new ArrayList<>();
            for (Shape shape : shapes) {
                for (Promise promise : promises) {
                    workloads.add(new Workload(shape, rate, HOSTS, promise, warmUp, seconds));
                }
            }
            return new Plan(
                    workloads,
                    rttMillis,
                    turns,
                    Stream.of(settings.split(";")).filter(one -> !one.isBlank()).toList(),
                    congestion,
                    Csv.open(out, NetlabResult.COLUMNS, NetlabResult.KEY_COLUMNS, continued),
                    out,
                    plot);
        }
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Plan plan = Plan.of(options);
        System.out.println(NetlabResult.header());
        try (Scratch scratch = new Scratch();
                Lab lab = Lab.up(WINDOW_BYTES, plan.congestion);
                NetlabCluster cluster = NetlabCluster.start(lab, scratch.directory(), List.of())) {
            Path jar = scratch.directory().resolve("topology.jar");
            TopologyJar.write(jar);
            NetlabRun runs = new NetlabRun(lab, cluster, jar, plan.settings);
            for (int i = 0; i < plan.workloads.size(); i++) {
                Path directory = scratch.directory().resolve("run-" + i);
                if (Cell.isOneHop(plan.workloads.get(i))) {
                    compare(plan, plan.workloads.get(i), lab, runs, directory);
                } else {
                    record(plan, plan.workloads.get(i), runs, directory);
                }
            }
        }
        NetlabResult.plot(plan.csv, plan.plot);
        System.out.println("\n" + Machine.describe() + "; daemons with " + String.join(" ", NetlabCluster.DAEMON_FLAGS)
                + ", workers as shipped; settings " + plan.settings + "\nwritten to " + plan.out + " and " + plan.plot);
    }

    /** All round-trip times take turns in one run; the turn with the median counts. */
    private static void record(Plan plan, Workload workload, NetlabRun runs, Path directory)
            throws IOException, InterruptedException {
        List<Double> inTurns = Collections.nCopies(plan.turns, plan.rttMillis).stream()
                .flatMap(List::stream)
                .toList();
        List<NetlabResult> results = runs.of(workload, inTurns, directory);
        results.forEach(result -> System.out.println(result.text()));
        if (plan.turns > 1) {
            System.out.println("of which the turns with the median p99 above the wire:");
        }
        for (double rttMillis : plan.rttMillis) {
            NetlabResult median = NetlabResult.median(results.stream()
                    .filter(result -> result.cell().rttMillis() == rttMillis)
                    .toList());
            plan.csv.put(median.row());
            if (plan.turns > 1) {
                System.out.println(median.text());
            }
        }
    }

    /** The hop at every round-trip time, and then in turns at the first one with Netty alone. */
    private static void compare(Plan plan, Workload workload, Lab lab, NetlabRun runs, Path directory)
            throws IOException, InterruptedException {
        List<NetlabResult> results = runs.of(workload, plan.rttMillis, directory);
        for (NetlabResult result : results) {
            System.out.println(result.text());
            plan.csv.put(result.row());
        }
        HopComparison comparison = new HopComparison();
        double rttMillis = plan.rttMillis.get(0);
        NetlabResult hop = results.get(0);
        for (int turn = 0; turn < plan.turns; turn++) {
            if (turn > 0) {
                hop = runs.of(workload, List.of(rttMillis), directory.resolve("turn-" + turn))
                        .get(0);
            }
            lab.rtt(rttMillis);
            comparison.follow(Pair.in(lab), hop);
        }
        System.out.print(comparison.text());
    }

    private static Shape shape(String name) {
        return name.equals("hop") ? Shape.THROUGHPUT : Shape.valueOf(name.toUpperCase(Locale.ROOT));
    }
}
