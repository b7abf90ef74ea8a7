package io.millrace.cli;

import io.millrace.cli.exit.StopSignal;
import io.millrace.cli.stages.StageReport;
import io.millrace.cli.stages.StageText;
import io.millrace.cli.terminal.Screen;
import io.millrace.cli.terminal.ScreenSize;
import io.millrace.cluster.client.Cluster;
import io.millrace.runtime.json.Json;
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
            "Prints once; with --interval or --count repeatedly until Ctrl-C. With --json then one document per line and"
                    + " reading."
        })
final class LatencyCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(paramLabel = "TOPOLOGY", description = "Name of the topology.")
    private String name;

    @Mixin
    private WatchOptions watching;

    @Override
    public void run() {
        watching.check();
        try (StopSignal stop = StopSignal.thatIsNoFailure();
                Cluster cluster = millrace.connect()) {
            if (watching.wanted()) {
                watch(cluster, stop);
            } else {
                StageReport report = StageReport.of(cluster.metrics(name));
                millrace.print(report, () -> StageText.lines(report, blocks()).forEach(millrace.terminal()::line));
            }
        }
    }

    private void watch(Cluster cluster, StopSignal stop) {
        Screen screen = new Screen(millrace.terminal(), ScreenSize::ofTerminal);
        int shown = 0;
        do {
            StageReport report = StageReport.of(cluster.metrics(name));
            if (millrace.json()) {
                millrace.terminal().line(Json.line(report));
            } else {
                screen.show(StageText.lines(report, blocks()));
            }
            shown++;
        } while (!watching.enough(shown) && !stop.await(watching.pause()));
    }

    private boolean blocks() {
        return millrace.terminal().blocks();
    }
}
