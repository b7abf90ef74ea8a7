// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.ConfigKey;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.traces.DistributionPlot;
import io.millrace.cli.traces.TraceDistribution;
import io.millrace.cli.traces.TracesReport;
import io.millrace.cluster.client.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** The options of {@code millrace latency} for whole traces. */
final class TraceOptions {

    private static final int SLOWEST_UNLESS_TOLD = 10;
    private static final int MOST_SLOWEST = 1000;
    private static final ConfigKey<Duration> LAST =
            ConfigKey.duration("--last", "1 min", Duration.ofSeconds(1), Duration.ofMinutes(1), "");
    private static final List<Double> AT_UNLESS_TOLD = List.of(50.0, 99.0);

    @Option(
            names = "--traces",
            description =
                    "Show whole traces of sampled tuples, from the spout to the sinks, of the last minute: what those around"
                            + " a percentile are made of, and the slowest ones.")
    private boolean wanted;

    @Option(
            names = "--at",
            paramLabel = "PERCENTILE",
            split = ",",
            description = "With --traces: around which percentiles, above 0 and below 100 (default: 50,99).")
    private List<Double> at;

    @Option(
            names = "--slowest",
            paramLabel = "N",
            description = "With --traces: how many of the slowest traces are shown singly, up to " + MOST_SLOWEST
                    + " (default: " + SLOWEST_UNLESS_TOLD + ").")
    private Integer slowest;

    @Option(
            names = "--last",
            paramLabel = "TIME",
            description =
                    "With --traces: only traces that began within this time, such as 20s, up to a minute (default: all"
                            + " that ended in the last minute).")
    private String last;

    @Option(
            names = "--cdf",
            paramLabel = "FILE",
            description =
                    "With --traces: write the distribution of the latency and of each part to this file, whose name ends"
                            + " in .csv or .svg.")
    private Path cdf;

    boolean wanted() {
        return wanted;
    }

    void check() {
        String needsTraces = at != null
                ? "--at"
                : slowest != null ? "--slowest" : cdf != null ? "--cdf" : last != null ? "--last" : null;
        if (!wanted && needsTraces != null) {
            throw new CommandFailure(ExitCode.USAGE, needsTraces + " is about whole traces: give --traces too");
        }
        if (at != null) {
            for (double each : at) {
                if (!(each > 0 && each < 100)) {
                    throw new CommandFailure(
                            ExitCode.USAGE,
                            "--at is " + each + ": it takes percentiles above 0 and below 100, as 99.9");
                }
            }
        }
        if (last != null) {
            LAST.read(last);
        }
        if (slowest != null && (slowest < 0 || slowest > MOST_SLOWEST)) {
            throw new CommandFailure(ExitCode.USAGE, "--slowest is " + slowest + ": it takes 0 to " + MOST_SLOWEST);
        }
        if (cdf != null && !isCsv() && !cdf.toString().endsWith(".svg")) {
            throw new CommandFailure(ExitCode.USAGE, "--cdf is " + cdf + ": give a name that ends in .csv or .svg");
        }
    }

    private boolean isCsv() {
        return cdf.toString().endsWith(".csv");
    }

    /** Reads the traces, and writes their distribution if requested. */
    TracesReport read(Cluster cluster, String topology) {
        TopologyTraces traces = recent(cluster.traces(topology));
        if (cdf != null) {
            write(traces);
        }
        return TracesReport.of(
                traces,
                cluster.metrics(topology).endToEnd(),
                at == null ? AT_UNLESS_TOLD : at,
                slowest == null ? SLOWEST_UNLESS_TOLD : slowest);
    }

    private TopologyTraces recent(TopologyTraces traces) {
        if (last == null) {
            return traces;
        }
        Duration time = LAST.read(last);
        long from = System.currentTimeMillis() - time.toMillis();
        return new TopologyTraces(
                traces.topology(),
                (int) time.toSeconds(),
                traces.clockErrorNanos(),
                traces.traces().stream()
                        .filter(trace ->
                                trace.endedMillis() - TimeUnit.NANOSECONDS.toMillis(trace.latencyNanos()) >= from)
                        .toList());
    }

    private void write(TopologyTraces traces) {
        TraceDistribution distribution = TraceDistribution.of(traces.traces());
        try {
            Files.write(cdf, isCsv() ? distribution.csv() : DistributionPlot.svg(traces.topology(), distribution));
        } catch (IOException e) {
            String why = e instanceof NoSuchFileException ? "its directory does not exist" : e.toString();
            throw new CommandFailure(
                    ExitCode.FAILED, "cannot write " + cdf + ", " + why + ": give --cdf another file", e);
        }
    }
}
