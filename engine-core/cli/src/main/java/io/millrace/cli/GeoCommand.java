// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.cli.WatchOptions.Reading;
import io.millrace.cli.geo.AlternativeText;
import io.millrace.cli.geo.ChannelText;
import io.millrace.cluster.client.Cluster;
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

    @Override
    public void run() {
        if (name == null) {
            throw new ParameterException(spec.commandLine(), "no topology: give its name, or 'set'");
        }
        watching.check();
        watching.print(millrace, watching.wanted(), this::read);
    }

    private Reading read(Cluster cluster) {
        if (whatIf) {
            TopologyAlternatives alternatives = cluster.channelAlternatives(name);
            return new Reading(alternatives, AlternativeText.lines(alternatives));
        }
        TopologyChannels channels = cluster.channels(name);
        return new Reading(channels, ChannelText.lines(channels));
    }

    MillraceCommand millrace() {
        return millrace;
    }
}
