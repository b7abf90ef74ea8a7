// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.report.CrossTable;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Panel;
import io.millrace.benchmarks.report.TableSection;
import io.millrace.benchmarks.study.Settings;
import io.millrace.benchmarks.study.Study;
import io.millrace.benchmarks.transport.Pair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs every workload on one cluster, one after the other, and records each at every round-trip time while it runs,
 * several times if asked; prints a table, writes lines, a plot and the table of a page.
 */
public final class NetlabBenchmark {

    private static final String USAGE =
            "[--workloads=wordcount,sol,hop] [--rtts=0.1,10,30,100,242] [--rate=22000] [--acked|--both]"
                    + " [--warm-up=seconds] [--seconds=n] [--turns=n] [--settings=key=value;...] [--congestion=reno]"
                    + " [--out=file.jsonl] [--continue] [--plot=file.png] [--docs=page.md [--table]]";

    static final String PART = "netlab";

    /** What a page shows. */
    public static final List<TableSection> SECTIONS = List.of(new TableSection(
            "topologies on two hosts",
            "Whole topologies over the round-trip time between two hosts, without half of it per crossing.",
            "benchmarks/run netlab",
            CrossTable.of(PART, NetlabResult.P50_ABOVE, NetlabResult.P99_ABOVE, NetlabResult.OFFERED)));

    private static final String WORKLOADS = "wordcount,sol,hop";
    private static final int HOSTS = 2;

    /** More than a connection at full rate has under way at the longest round-trip time here. */
    private static final long WINDOW_BYTES = 64 << 20;

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, NetlabBenchmark::run);
    }

    /** What is asked for. */
    private record Plan(
            Study study,
            List<Workload> workloads,
            List<Double> rttMillis,
            int turns,
            String settings,
            String congestion,
            Path plot) {

        static Plan of(Options options) {
            Study study = new Study(options, "benchmarks/target/netlab.jsonl");
            List<Shape> shapes = options.takeNames("workloads", WORKLOADS, List.of(WORKLOADS.split(","))).stream()
                    .map(NetlabBenchmark::shape)
                    .toList();
            int rate = options.take("rate", 22_000, 1);
            boolean acked = options.takeFlag("acked");
            List<Promise> promises = options.takeFlag("both")
                    ? List.of(Promise.atMostOnce(), Promise.atLeastOnce())
                    : List.of(acked ? Promise.atLeastOnce() : Promise.atMostOnce());
            int warmUp = options.take("warm-up", 60, 0);
            int seconds = options.take("seconds", 15, 1);
            List<Workload> workloads = new ArrayList<>();
            for (Shape shape : shapes) {
                for (Promise promise : promises) {
                    workloads.add(new Workload(shape, rate, HOSTS, promise, warmUp, seconds));
                }
            }
            Plan plan = new Plan(
                    study,
                    workloads,
                    options.takeNumbers("rtts", "0.1,10,30,100,242", 0),
                    options.take("turns", 1, 1),
                    Settings.take(options),
                    options.take("congestion", ""),
                    study.plots("benchmarks/target/netlab.png"));
            return plan;
        }
    }

    private final Plan plan;
    private final Figures figures;

    private NetlabBenchmark(Plan plan) throws IOException {
        this.plan = plan;
        Workload first = plan.workloads.get(0);
        this.figures = plan.study
                .figures()
                .under(first.warmUpSeconds(), first.seconds())
                .under("settings", plan.settings);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        new NetlabBenchmark(Plan.of(options)).run();
    }

    private void run() throws IOException, InterruptedException {
        if (!plan.study.tableOnly()) {
            measure();
            Panel.write(
                    plan.plot,
                    List.of(Panel.overRtt(
                            "p99 above the wire's delay",
                            "milliseconds",
                            figures.overCells(PART, NetlabResult.P99_ABOVE))));
        }
        plan.study.writeSections(SECTIONS, figures);
        plan.study.end("; daemons with " + String.join(" ", NetlabCluster.DAEMON_FLAGS)
                + ", workers as shipped; settings " + Settings.list(plan.settings));
    }

    private void measure() throws IOException, InterruptedException {
        System.out.println(NetlabResult.header());
        try (Scratch scratch = new Scratch();
                Lab lab = Lab.up(WINDOW_BYTES, plan.congestion);
                NetlabCluster cluster = NetlabCluster.start(lab, scratch.directory(), List.of())) {
            Path jar = scratch.directory().resolve("topology.jar");
            TopologyJar.write(jar);
            NetlabRun runs = new NetlabRun(lab, cluster, jar, Settings.list(plan.settings));
            for (int i = 0; i < plan.workloads.size(); i++) {
                Path directory = scratch.directory().resolve("run-" + i);
                if (Cell.isOneHop(plan.workloads.get(i))) {
                    compare(plan.workloads.get(i), lab, runs, directory);
                } else {
                    record(plan.workloads.get(i), runs, directory);
                }
            }
        }
    }

    private static String cell(double rttMillis) {
        return rttMillis + " ms";
    }

    private void add(NetlabResult result) throws IOException {
        System.out.println(result.text());
        figures.add(PART, cell(result.rttMillis()), Cell.name(result.cell().workload()), result.measured());
    }

    /** All round-trip times take turns in one run, those that the results lack. */
    private void record(Workload workload, NetlabRun runs, Path directory) throws IOException, InterruptedException {
        String mode = Cell.name(workload);
        List<Double> lacking = new ArrayList<>();
        for (int turn = 1; turn <= plan.turns; turn++) {
            for (double rttMillis : plan.rttMillis) {
                if (figures.turns(PART, cell(rttMillis), mode) < turn) {
                    lacking.add(rttMillis);
                }
            }
        }
        if (lacking.isEmpty()) {
            return;
        }
        for (NetlabResult result : runs.of(workload, lacking, directory)) {
            add(result);
        }
        if (plan.turns > 1) {
            plan.rttMillis.forEach(rttMillis -> figures.print(PART, cell(rttMillis), mode));
        }
    }

    /** The hop at every round-trip time, and then in turns at the first one with Netty alone. */
    private void compare(Workload workload, Lab lab, NetlabRun runs, Path directory)
            throws IOException, InterruptedException {
        List<NetlabResult> results = runs.of(workload, plan.rttMillis, directory);
        for (NetlabResult result : results) {
            if (figures.turns(PART, cell(result.rttMillis()), Cell.name(workload)) == 0) {
                add(result);
            }
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
