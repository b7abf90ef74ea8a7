// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.api.metrics.SnapshotReport;
import io.millrace.benchmarks.machine.ProcessUse;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.study.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * One run of a workload on an engine.
 *
 * @param tuplesPerSecond that all sinks took
 * @param latencies of each of them, from the time it was due
 * @param secondsPercentiles 99th, in nanoseconds, of each sink's each second
 * @param cores that all processes together kept busy
 * @param coreUse who had them, in a line
 * @param processes what each used; bytes from the start signal on
 * @param snapshots that have begun while it was recorded; of Millrace with exactly-once only, and the last 100
 */
public record Measurement(
        double tuplesPerSecond,
        Histogram latencies,
        List<Long> secondsPercentiles,
        double cores,
        String coreUse,
        List<ProcessUse> processes,
        List<SnapshotReport> snapshots) {

    private static final int SPARE_SECONDS = 180;

    public static final String TUPLES = "tuples";

    /** Without a rate: others on the machine take cores, not what a core does with a tuple. */
    public static final String TUPLES_PER_CORE = "tuples per core";

    // With a rate.
    public static final String P50 = "p50";
    public static final String P99 = "p99";
    public static final String SECONDS_P99 = "p99 of the median second";
    public static final String P999 = "p99.9";
    public static final String MAX = "max";

    public static final String CORES = "cores";

    /** The figures of a line. */
    public Measured measured(Workload workload, Latency latency) {
        Measured all = new Measured().add(TUPLES, "1/s", tuplesPerSecond);
        if (workload.unlimited()) {
            all.add(TUPLES_PER_CORE, "1/s", tuplesPerSecond / cores);
        } else {
            all.add("mean", latency.unit, latencies.getMean() / latency.nanos);
            all.add(P50, latency.unit, latency.of(latencies, 50));
            all.add(P99, latency.unit, latency.of(latencies, 99));
            all.add(SECONDS_P99, latency.unit, medianSecondNanos() / latency.nanos);
            all.add(P999, latency.unit, latency.of(latencies, 99.9));
            all.add(MAX, latency.unit, latency.of(latencies, 100));
            all.with("histogram", Histograms.encodeCompressed(latencies));
        }
        return all.add(CORES, Figures.NUMBER, cores).with("core_use", coreUse);
    }

    /** The unit that latencies are told in. */
    public enum Latency {
        MICROSECONDS("us", 1e3),
        MILLISECONDS("ms", 1e6);

        private final String unit;
        private final double nanos;

        Latency(String unit, double nanos) {
            this.unit = unit;
            this.nanos = nanos;
        }

        double of(Histogram histogram, double percentile) {
            return histogram.getValueAtPercentile(percentile) / nanos;
        }
    }

    /** The 99th percentile of the median second. */
    private double medianSecondNanos() {
        long[] all =
                secondsPercentiles.stream().mapToLong(Long::longValue).sorted().toArray();
        return all.length == 0 ? 0 : all[all.length / 2];
    }

    /**
     * What a run on hosts was, and what they did meanwhile.
     *
     * @param delays of results, as of {@link ResultDelays}
     */
    public record OnHosts(Measurement run, HostsUse use, Histogram delays) {}

    /**
     * Runs it in a new process.
     *
     * @throws Refused if the engine cannot run the workload
     */
    public static Measurement of(EngineCommand engine, Workload workload) throws IOException, InterruptedException {
        return of(engine, workload, Check.NONE, EventTopics.NONE);
    }

    /**
     * Runs it in a new process, and compares results.
     *
     * @param topics where sources that do not make events themselves find them
     * @throws Refused if the engine cannot run the workload
     * @throws IOException also if results are wrong
     */
    static Measurement of(EngineCommand engine, Workload workload, Check check, EventTopics topics)
            throws IOException, InterruptedException {
        try (Scratch scratch = new Scratch();
                EventTopics.Writing writing = topics.open(workload, scratch.directory())) {
            Path directory = scratch.directory();
            run(engine, workload, directory, check, Hosts.HERE);
            if (check != Check.NONE) {
                System.out.println("    " + engine.name() + ": " + new AdCheck(workload, directory).compare());
            }
            String written = writing.report();
            if (!written.isEmpty()) {
                System.out.println("    " + engine.name() + ": " + written);
            }
            return read(directory);
        }
    }

    /**
     * Runs it on hosts.
     *
     * @throws Refused if the engine cannot run the workload, or not there
     */
    public static OnHosts of(EngineCommand engine, Workload workload, Hosts hosts)
            throws IOException, InterruptedException {
        try (Scratch scratch = new Scratch()) {
            Path directory = scratch.directory();
            run(engine, workload, directory, Check.NONE, hosts);
            return new OnHosts(read(directory), HostsUse.read(directory), ResultDelays.read(workload, directory));
        }
    }

    private static void run(EngineCommand engine, Workload workload, Path directory, Check check, Hosts hosts)
            throws IOException, InterruptedException {
        EngineRun.run(
                hosts.hub(),
                engine,
                List.of(),
                EngineMain.class,
                List.of(workload.encode(), directory.toString(), check.name(), hosts.encode()),
                directory,
                workload.warmUpSeconds() + workload.seconds() + SPARE_SECONDS);
        Path refusal = directory.resolve(EngineMain.REFUSAL);
        if (Files.exists(refusal)) {
            throw new Refused(Files.readString(refusal));
        }
    }

    private static Measurement read(Path directory) throws IOException {
        SinkReport report = SinkReport.read(directory);
        List<String> cpu = Files.readAllLines(directory.resolve("cpu"));
        return new Measurement(
                report.tuplesPerSecond(),
                report.latencies(),
                report.secondsPercentiles(),
                Double.parseDouble(cpu.get(0)),
                cpu.get(1),
                Files.readAllLines(directory.resolve(EngineMain.PROCESSES)).stream()
                        .map(ProcessUse::decode)
                        .toList(),
                SnapshotFile.read(directory, Long.parseLong(cpu.get(2)), Long.parseLong(cpu.get(3))));
    }
}
