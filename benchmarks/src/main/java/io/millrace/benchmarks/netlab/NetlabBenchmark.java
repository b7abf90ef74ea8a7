package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.Settings;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.transport.Pair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Runs every workload on one cluster, one after the other, and records each at every round-trip time while it runs; prints a
 * table, writes CSV and a plot.
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

    private static void run(Options options) throws IOException, InterruptedException {
        List<Shape> shapes = options.takeNames("workloads", WORKLOADS, List.of(WORKLOADS.split(","))).stream()
                .map(NetlabBenchmark::shape)
                .toList();
        List<Double> rtts = options.takeNumbers("rtts", "0.1,10,30,100,242", 0);
        int rate = options.take("rate", 22_000, 1);
        boolean both = options.takeFlag("both");
        boolean acked = options.takeFlag("acked");
        int warmUp = options.take("warm-up", 60, 0);
        int seconds = options.take("seconds", 15, 1);
        int turns = options.take("turns", 1, 1);
        String given = options.take("settings", "");
        Settings.read(given);
        List<String> settings =
                Stream.of(given.split(";")).filter(one -> !one.isBlank()).toList();
        String congestion = options.take("congestion", "");
        Path out = options.takePath("out", "benchmarks/target/netlab.csv");
        boolean continued = options.takeFlag("continue");
        Path plot = options.takePath("plot", "benchmarks/target/netlab.png");
        options.requireNoOther(USAGE);

        Csv csv = Csv.open(out, NetlabResult.COLUMNS, NetlabResult.KEY_COLUMNS, continued);
        List<Workload> workloads = new ArrayList<>();
        for (Shape shape : shapes) {
            for (boolean tracked : both ? new boolean[] {false, true} : new boolean[] {acked}) {
                workloads.add(new Workload(shape, rate, HOSTS, tracked, warmUp, seconds));
            }
        }
        System.out.println(NetlabResult.header());
        try (Scratch scratch = new Scratch();
                Lab lab = Lab.up(WINDOW_BYTES, congestion);
                NetlabCluster cluster = NetlabCluster.start(lab, scratch.directory(), List.of())) {
            Path jar = scratch.directory().resolve("topology.jar");
            TopologyJar.write(jar);
            NetlabRun runs = new NetlabRun(lab, cluster, jar, settings);
            for (int i = 0; i < workloads.size(); i++) {
                Path directory = scratch.directory().resolve("run-" + i);
                List<NetlabResult> results = runs.of(workloads.get(i), rtts, directory);
                for (NetlabResult result : results) {
                    System.out.println(result.text());
                    csv.put(result.row());
                }
                if (Cell.isOneHop(workloads.get(i))) {
                    compare(lab, runs, results.get(0), turns, directory);
                }
            }
        }
        NetlabResult.plot(csv, plot);
        System.out.println("\n" + Machine.describe() + "; daemons with " + String.join(" ", NetlabCluster.DAEMON_FLAGS)
                + ", workers as shipped; settings " + settings + "\nwritten to " + out + " and " + plot);
    }

    private static Shape shape(String name) {
        return name.equals("hop") ? Shape.THROUGHPUT : Shape.valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Netty alone and the hop at its first round-trip time take turns; the hop has had its first one. */
    private static void compare(Lab lab, NetlabRun runs, NetlabResult first, int turns, Path directory)
            throws IOException, InterruptedException {
        HopComparison comparison = new HopComparison();
        double rttMillis = first.cell().rttMillis();
        NetlabResult hop = first;
        for (int turn = 0; turn < turns; turn++) {
            if (turn > 0) {
                Workload again = first.cell().workload();
                hop = runs.of(again, List.of(rttMillis), directory.resolve("turn-" + turn))
                        .get(0);
            }
            lab.rtt(rttMillis);
            comparison.follow(Pair.in(lab), hop);
        }
        System.out.print(comparison.text());
    }
}
