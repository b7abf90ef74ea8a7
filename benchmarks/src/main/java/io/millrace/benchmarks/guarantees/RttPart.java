// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.HostPreset;
import io.millrace.benchmarks.netlab.NetlabCluster;
import io.millrace.benchmarks.netlab.NetlabResult;
import io.millrace.benchmarks.netlab.NetlabRun;
import io.millrace.benchmarks.netlab.TopologyJar;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.study.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What the guarantees cost on several emulated hosts: on two over the round-trip time, or on the hosts of presets. */
final class RttPart implements Part {

    static final String RTT = "rtt";
    static final String PRESETS = "presets";
    static final String HOPS = "hops";
    static final String GREATEST_RTT = "greatest rtt";

    private static final long WINDOW_BYTES = 64 << 20;

    private static final List<Shape> OF_TWO = List.of(Shape.WORDCOUNT, Shape.SOL, Shape.THROUGHPUT, Shape.YAHOO);

    /** The hop has one task per component: it is for two hosts. */
    private static final List<Shape> OF_PRESETS = List.of(Shape.WORDCOUNT, Shape.SOL, Shape.YAHOO);

    private final boolean presets;

    /** @param presets of hosts instead of round-trip times */
    RttPart(boolean presets) {
        this.presets = presets;
    }

    private String name() {
        return presets ? PRESETS : RTT;
    }

    @Override
    public void run(Plan plan, Figures figures) throws IOException, InterruptedException {
        plan.study().requireSameForm(figures.lines(), name());
        if (!presets) {
            try (Lab lab = Lab.up(WINDOW_BYTES, plan.congestion())) {
                run(plan, figures, lab, plan.rttMillis(), "");
            }
            return;
        }
        for (HostPreset preset : plan.presets()) {
            try (Lab lab = Lab.preset(preset.name(), preset.hosts(), WINDOW_BYTES, plan.congestion())) {
                run(plan, figures, lab, List.of(0.0), preset.toString());
            }
        }
    }

    /** @param preset empty for two hosts */
    private void run(Plan plan, Figures figures, Lab lab, List<Double> rtts, String preset)
            throws IOException, InterruptedException {
        List<Shape> shapes = plan.shapes(presets ? OF_PRESETS : OF_TWO, Shape.WORDCOUNT);
        try (Scratch scratch = new Scratch();
                NetlabCluster cluster = NetlabCluster.start(lab, scratch.directory(), List.of())) {
            Path jar = scratch.directory().resolve("topology.jar");
            TopologyJar.write(jar);
            NetlabRun runs = new NetlabRun(lab, cluster, jar, Settings.list(plan.settings()));
            for (Shape shape : shapes) {
                for (Promise promise : plan.promises()) {
                    Workload workload = new Workload(
                            shape, plan.rate(), lab.hosts().size(), promise, plan.warmUpSeconds(), plan.seconds());
                    Path directory = scratch.directory()
                            .resolve(shape + "-" + promise.name().replace(' ', '-'));
                    List<Double> lacking = rtts.stream()
                            .filter(rtt -> figures.turns(name(), cell(shape, preset, rtt), promise.name()) == 0)
                            .toList();
                    if (!lacking.isEmpty()) {
                        for (NetlabResult result : runs.of(workload, lacking, directory)) {
                            add(figures, workload, preset, result);
                        }
                    }
                }
            }
        }
    }

    private String cell(Shape shape, String preset, double rttMillis) {
        return shape.name().toLowerCase(Locale.ROOT) + " " + (presets ? preset : rttMillis + " ms");
    }

    private void add(Figures figures, Workload workload, String preset, NetlabResult result) throws IOException {
        String cell = cell(workload.shape(), preset, result.rttMillis());
        String mode = workload.promise().name();
        double greatest = presets ? HostPreset.of(preset).greatestRttMillis() : result.rttMillis();
        Measured measured = result.measured()
                .add(HOPS, Figures.NUMBER, workload.shape().hops())
                .add(GREATEST_RTT, "ms", greatest);
        figures.add(name(), cell, mode, SnapshotPhases.add(measured, SnapshotPhases.committed(result.snapshots())));
        figures.print(name(), cell, mode);
    }
}
