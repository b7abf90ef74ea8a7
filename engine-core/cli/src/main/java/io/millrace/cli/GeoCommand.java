package io.millrace.cli;

import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.cli.exit.StopSignal;
import io.millrace.cli.geo.AlternativeText;
import io.millrace.cli.geo.ChannelText;
import io.millrace.cli.terminal.Screen;
import io.millrace.cli.terminal.ScreenSize;
import io.millrace.cluster.client.Cluster;
import io.millrace.runtime.json.Json;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "geo",
        description = {
            "Shows the channels between the regions of a topology: how each makes batches and why, its latency, routes, bytes and"
                    + " costs.",
            "With --what-if: what each could be set to, and what the model expects of that.",
            "Prints once; with --interval or --count repeatedly until Ctrl-C. With --json then one document per line and"
                    + " reading."
        },
        subcommands = GeoSetCommand.class)
final class GeoCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "TOPOLOGY", arity = "0..1", description = "Name of the topology.")
    private String name;

    @Option(
            names = "--what-if",
            description =
                    "Show the settings among which is chosen; those marked * are on the Pareto front of latency and money.")
    private boolean whatIf;

    @Mixin
    private WatchOptions watching;

    /** One reading. */
    private record Shown(Object report, List<String> lines) {}

    @Override
    public void run() {
        if (name == null) {
            throw new ParameterException(spec.commandLine(), "no topology: give its name, or 'set'");
        }
        watching.check();
        try (StopSignal stop = StopSignal.thatIsNoFailure();
                Cluster cluster = millrace.connect()) {
            if (watching.wanted()) {
                watch(cluster, stop);
            } else {
                Shown shown = read(cluster);
                millrace.print(shown.report(), () -> shown.lines().forEach(millrace.terminal()::line));
            }
        }
    }

    private Shown read(Cluster cluster) {
        if (whatIf) {
            TopologyAlternatives alternatives = cluster.channelAlternatives(name);
            return new Shown(alternatives, AlternativeText.lines(alternatives));
        }
        TopologyChannels channels = cluster.channels(name);
        return new Shown(channels, ChannelText.lines(channels));
    }

    private void watch(Cluster cluster, StopSignal stop) {
        Screen screen = new Screen(millrace.terminal(), ScreenSize::ofTerminal);
        int count = 0;
        do {
            Shown shown = read(cluster);
            if (millrace.json()) {
                millrace.terminal().line(Json.line(shown.report()));
            } else {
                screen.show(shown.lines());
            }
            count++;
        } while (!watching.enough(count) && !stop.await(watching.pause()));
    }

    MillraceCommand millrace() {
        return millrace;
    }
}
