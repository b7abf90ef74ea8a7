// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.PromiseSettings;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.NetlabCluster;
import io.millrace.benchmarks.netlab.TopologyJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs topologies on clusters on emulated hosts, with each host in a region of its own and with all in one. One thread.
 */
final class TopologyRuns {

    /** What submitting and ending a topology take, about, and its part of starting hosts and daemons. */
    static final double AROUND_SECONDS = 12;

    private static final long WINDOW_BYTES = 64 << 20;
    private static final long UP_SECONDS = 30;
    private static final long REPORT_SECONDS = 20;

    private final Windows windows;
    private final int turns;

    /** Takes what was measured of a cell. */
    interface Taker {
        void take(TopologyCell cell, ObjectNode line) throws IOException;
    }

    TopologyRuns(Windows windows, int turns) {
        this.windows = windows;
        this.turns = turns;
    }

    /** Cells that need the same hosts follow each other. */
    void measure(List<TopologyCell> cells, Taker taker) throws IOException, InterruptedException {
        List<TopologyCell> left = new ArrayList<>(cells);
        while (!left.isEmpty()) {
            TopologyCell first = left.get(0);
            List<TopologyCell> here = left.stream().filter(first::isWhere).toList();
            left.removeAll(here);
            try (Lab lab = lab(first)) {
                for (boolean regions : new boolean[] {false, true}) {
                    List<TopologyCell> those = here.stream()
                            .filter(cell -> cell.regions() == regions)
                            .toList();
                    if (!those.isEmpty()) {
                        measure(lab, those, taker);
                    }
                }
            }
        }
    }

    private static Lab lab(TopologyCell cell) throws IOException {
        if (cell.isNear()) {
            Lab lab = Lab.up(WINDOW_BYTES, "");
            lab.rtt(TopologyCell.NEAR_RTT_MILLIS);
            return lab;
        }
        return Lab.preset(cell.preset(), cell.hosts(), WINDOW_BYTES, "");
    }

    private void measure(Lab lab, List<TopologyCell> cells, Taker taker) throws IOException, InterruptedException {
        Wires wires = wires(lab, cells.get(0));
        try (Scratch scratch = new Scratch();
                NetlabCluster cluster = NetlabCluster.start(
                        lab,
                        scratch.directory(),
                        List.of(),
                        host -> cells.get(0).regions() ? List.of("node.region=" + host) : List.of())) {
            Path jar = scratch.directory().resolve("topology.jar");
            TopologyJar.write(jar, SitesTopology.class);
            for (int i = 0; i < cells.size(); i++) {
                measure(
                        lab,
                        cluster,
                        jar,
                        wires,
                        cells.get(i),
                        scratch.directory().resolve("run-" + i),
                        taker);
            }
        }
    }

    private static Wires wires(Lab lab, TopologyCell cell) throws IOException {
        if (cell.isNear()) {
            return Wires.of(lab.hosts(), (host, other) -> TopologyCell.NEAR_RTT_MILLIS);
        }
        var preset =
                Json.MAPPER.readTree(Lab.presetFile(cell.preset()).toFile()).get("rtt");
        return Wires.of(
                lab.hosts(),
                (host, other) -> Math.max(
                        preset.path(host).path(other).asDouble(0),
                        preset.path(other).path(host).asDouble(0)));
    }

    private void measure(
            Lab lab, NetlabCluster cluster, Path jar, Wires wires, TopologyCell cell, Path directory, Taker taker)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Workload workload = new Workload(
                cell.isNear() ? Shape.THROUGHPUT : Shape.WORDCOUNT,
                cell.perSecond(),
                cell.hosts(),
                cell.promise(),
                windows.warmUpSeconds(),
                turns * windows.seconds());
        List<String> settings = new ArrayList<>(List.of(
                "topology.workers=" + cell.hosts(),
                "topology.worker.executors=1",
                // What earlier cells have measured must not decide whether there are channels
                "topology.geo=on",
                "topology.geo.model=" + cell.model(),
                // Dealt out: a source and a splitter for each host, then the counter
                "scheduler.algorithm=even"));
        settings.addAll(PromiseSettings.of(cell.promise(), directory.resolve("state")));
        cluster.submit(
                jar,
                SitesTopology.class,
                List.of(workload.encode(), windows.encode(), wires.encode(), directory.toString()),
                settings);
        try {
            int sources = cell.isNear() ? 1 : cell.hosts();
            Signals.await("sources and the sink to be up", UP_SECONDS, () -> Signals.countUp(directory) > sources);
            long start = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
            Signals.start(directory, start);
            Signals.sleepUntil(start + TimeUnit.SECONDS.toNanos(windows.warmUpSeconds()));
            lab.reset();
            CpuTime before = CpuTime.now();
            Signals.sleepUntil(start + TimeUnit.SECONDS.toNanos(windows.seconds(turns)));
            double busy = CpuTime.now().busySince(before);
            Lab.Status status = lab.status();
            for (int turn = 0; turn < turns; turn++) {
                Path file = WindowSink.file(directory, turn);
                Signals.await("what the sink has recorded", REPORT_SECONDS, () -> Files.exists(file));
                ObjectNode line = Json.object();
                ObjectNode sink = line.putObject("target");
                for (Map.Entry<String, Double> figure : Child.figures(Child.RESULT + " " + Files.readString(file))
                        .entrySet()) {
                    sink.put(figure.getKey(), figure.getValue());
                }
                // These count all windows together
                line.put("late_over_1ms", turn == 0 ? status.lateOver1ms() : 0);
                line.put("packets", turn == 0 ? status.packets() : 0);
                line.put("busy", busy).put("network", "netlab");
                taker.take(cell, line);
            }
        } finally {
            cluster.kill(SitesTopology.NAME);
        }
    }
}
