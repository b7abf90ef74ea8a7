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
                    + " [--warm-up=seconds] [--seconds=n] [--settings=key=value;...] [--congestion=reno]"
                    + " [--out=file.csv] [--continue] [--plot=file.png]";
    private static final String WORKLOADS = "wordcount,sol,hop";
    private static final int HOSTS = 2;

    /** As long as a tuple of the workload hop is when it is encoded. */
    private static final int TUPLE_BYTES = 140;

    /** Before each message. */
    private static final int NETTY_HEAD_BYTES = 4;

    /** It has less to compile. */
    private static final int MOST_NETTY_WARM_UP = 10;

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
                List<NetlabResult> results =
                        runs.of(workloads.get(i), rtts, scratch.directory().resolve("run-" + i));
                for (NetlabResult result : results) {
                    System.out.println(result.text());
                    csv.put(result.row());
                }
                if (Cell.isOneHop(workloads.get(i))) {
                    lab.rtt(rtts.get(0));
                    compare(lab, results.get(0));
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

    /**
     * The same rate of messages as long as the tuples, by Netty alone, over the same link: as it is, and in batches of as many
     * messages as the hop's with one more thread that has to wake, as the hop has.
     */
    private static void compare(Lab lab, NetlabResult hop) throws IOException {
        Workload workload = hop.cell().workload();
        int batch = Math.max(2, (int) Math.round(hop.messagesPerWrite()));
        double p50 = NetlabResult.millis(hop.report().total(hop.cell().oneWayNanos()), 50);
        for (int each : new int[] {1, batch}) {
            double[] seen = Pair.in(lab)
                    .nettyOneWay(
                            each,
                            TUPLE_BYTES,
                            Math.toIntExact(workload.rate()),
                            Math.min(workload.warmUpSeconds(), MOST_NETTY_WARM_UP),
                            workload.seconds());
            System.out.printf(
                    "  Netty alone, %s: p50 %.3f ms, p99 %.2f ms, %.1f messages per write; the hop's p50 is %.2f times that%n",
                    each == 1 ? "as it is" : "in batches of " + each + ", handed over",
                    seen[0] / 1000,
                    seen[1] / 1000,
                    seen[2] / (TUPLE_BYTES + NETTY_HEAD_BYTES),
                    p50 / (seen[0] / 1000));
        }
    }
}
