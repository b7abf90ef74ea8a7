// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.elastic;

import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.metrics.EngineFigure;
import io.millrace.api.metrics.EngineMetrics;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** A step of load and a square wave for engines that come and go. Says which bars are missed, and fails if any is. */
public final class ElasticBenchmark {

    static final String USAGE =
            "[--quick] [--parts=step,wave] [--kind=threads|java|python] [--service=milliseconds] [--wave=seconds]";

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    /** Loads, in engines that they keep busy. */
    private static final double ONE = 0.8;

    private static final double EIGHT = 8;
    private static final double WAVE_TOP = 6;
    private static final double WAVE_BOTTOM = 0.2;

    private static final long FIRST_MOST = 2 * SECOND;
    private static final long GAP_MOST = 100 * MILLI;

    /** The time added to that after which an idle engine ends: the last looks, and metrics that are a second old. */
    private static final long END_MOST = 5 * SECOND;

    private static final int WAVES = 3;

    private final PrintStream out;
    private final EngineChoice choice;
    private final long serviceNanos;
    private final long idleNanos;
    private final long partNanos;
    private final long waveNanos;
    private final List<String> missed = new ArrayList<>();

    private ElasticBenchmark(Options options, PrintStream out) {
        this.out = out;
        boolean quick = options.takeFlag("quick");
        choice = EngineChoice.of(options.takeName("kind", "python", EngineChoice.NAMES));
        serviceNanos = options.take("service", 50, 1) * MILLI;
        waveNanos = options.take("wave", quick ? 1 : 20, 1) * SECOND;
        idleNanos = quick ? 2 * SECOND : 30 * SECOND;
        partNanos = quick ? SECOND : 10 * SECOND;
    }

    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, options -> run(options, System.out));
    }

    static void run(Options options, PrintStream out) throws IOException, InterruptedException {
        List<String> parts = options.takeNames("parts", "step,wave", List.of("step", "wave"));
        ElasticBenchmark benchmark = new ElasticBenchmark(options, out);
        out.printf(
                "1 to %d engines, %s, %d ms for each message; %s%n",
                ElasticTopology.MOST,
                benchmark.choice.name().toLowerCase(Locale.ROOT),
                benchmark.serviceNanos / MILLI,
                Machine.describe());
        if (parts.contains("step")) {
            benchmark.step();
        }
        if (parts.contains("wave")) {
            benchmark.wave();
        }
        if (!benchmark.missed.isEmpty()) {
            throw new IOException("missed: " + String.join("; ", benchmark.missed));
        }
    }

    private ElasticTopology start() throws IOException, InterruptedException {
        Config config = Config.empty()
                .with(EngineKeys.SLOTS, ElasticTopology.MOST)
                .with(EngineKeys.SCALE_DOWN_IDLE, Duration.ofNanos(idleNanos));
        ElasticTopology topology =
                new ElasticTopology(choice.engines(serviceNanos), serviceNanos, choice.settings(config));
        if (!topology.await(1, 2 * FIRST_MOST + END_MOST)) {
            topology.close();
            throw new IOException("no engine was ready in time: " + choice.needs());
        }
        return topology;
    }

    private void step() throws IOException, InterruptedException {
        try (ElasticTopology topology = start()) {
            topology.load(ONE, partNanos);
            long step = System.nanoTime();
            topology.load(EIGHT, 2 * partNanos);
            long end = System.nanoTime();
            EngineMetrics most = topology.engines();
            boolean back = topology.await(1, idleNanos + END_MOST);
            long ended = System.nanoTime();
            OptionalLong first = topology.results().firstOfAnother(step);
            long gap = topology.results().longestGap(step, end);
            out.printf(
                    "%nA step from %.1f to %.0f engines' worth of load for %d s%n", ONE, EIGHT, 2 * partNanos / SECOND);
            line(
                    "first result of another engine",
                    first.isPresent() ? millis(first.getAsLong() - step) : "none",
                    "2000 ms",
                    first.isPresent() && first.getAsLong() - step <= FIRST_MOST);
            line("longest time without a result", millis(gap), "100 ms", gap <= GAP_MOST);
            line(
                    "engines at its end",
                    String.valueOf(most.get(EngineFigure.ALL)),
                    "8",
                    most.get(EngineFigure.ALL) >= EIGHT);
            line("one engine again after", back ? millis(ended - end) : "never", millis(idleNanos + END_MOST), back);
        }
    }

    private void wave() throws IOException, InterruptedException {
        try (ElasticTopology topology = start()) {
            waves(topology);
            EngineMetrics settled = topology.engines();
            waves(topology);
            EngineMetrics last = topology.engines();
            out.printf(
                    "%nA square wave of %d s between %.1f and %.0f engines' worth of load; the last %d of %d periods%n",
                    waveNanos / SECOND, WAVE_BOTTOM, WAVE_TOP, WAVES, 2 * WAVES);
            long starts = last.get(EngineFigure.STARTS) - settled.get(EngineFigure.STARTS);
            long ends = settled.get(EngineFigure.ALL) + starts - last.get(EngineFigure.ALL);
            line(
                    "engines",
                    String.valueOf(last.get(EngineFigure.ALL)),
                    String.valueOf((int) WAVE_TOP),
                    last.get(EngineFigure.ALL) >= WAVE_TOP);
            line("started", String.valueOf(starts), "0", starts == 0);
            line("ended", String.valueOf(ends), "at most 1", ends <= 1);
        }
    }

    private void waves(ElasticTopology topology) {
        for (int i = 0; i < WAVES; i++) {
            topology.load(WAVE_TOP, waveNanos / 2);
            topology.load(WAVE_BOTTOM, waveNanos / 2);
        }
    }

    private static String millis(long nanos) {
        return nanos / MILLI + " ms";
    }

    private void line(String what, String value, String bar, boolean met) {
        out.printf("  %-32s %10s   bar %-10s %s%n", what, value, bar, met ? "met" : "MISSED");
        if (!met) {
            missed.add(what + " " + value + " instead of " + bar);
        }
    }
}
