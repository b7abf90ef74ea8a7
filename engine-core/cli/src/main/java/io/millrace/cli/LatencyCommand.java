// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.WatchOptions.Reading;
import io.millrace.cli.stages.StageReport;
import io.millrace.cli.stages.StageText;
import io.millrace.cli.traces.TracesReport;
import io.millrace.cli.traces.TracesText;
import io.millrace.cluster.client.Cluster;
import java.time.ZoneId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "latency",
        description = {
            "Shows where a topology's tuples spend their time: for every stream between two components, the time of sampled"
                    + " tuples in each stage of their way since the workers started, and its share of the sum of"
                    + " the medians.",
            "With --traces: where the time of whole traces went, from the intended emission at the spout to the end at the sinks. Their"
                    + " parts add up to the latency.",
            "Prints once; with --interval or --count repeatedly until Ctrl-C. With --json then one document per line and"
                    + " reading."
        })
final class LatencyCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(paramLabel = "TOPOLOGY", description = "Name of the topology.")
    private String name;

    @Mixin
    private TraceOptions traces;

    @Mixin
    private WatchOptions watching;

    @Override
    public void run() {
        watching.check();
        traces.check();
        watching.print(millrace, watching.wanted(), this::read);
    }

    private Reading read(Cluster cluster) {
        if (traces.wanted()) {
            TracesReport report = traces.read(cluster, name);
            return new Reading(report, TracesText.lines(report, ZoneId.systemDefault()));
        }
        StageReport report = StageReport.of(cluster.metrics(name));
        return new Reading(report, StageText.lines(report, millrace.terminal().blocks()));
    }
}
