// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.EngineBounds;
import io.millrace.api.metrics.TopologyEngines;
import io.millrace.cli.WatchOptions.Reading;
import io.millrace.cli.engines.EngineText;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.EngineBoundsRequest;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "engines",
        description = {
            "Shows the engines of each task of a topology: how many, the share of the last second that they were busy, how long a"
                    + " message is in one, and counts since the worker was started. BY TOKEN: messages for which an engine was free"
                    + " before; BY QUEUE: those that had to wait for one at their source; both are of components that get tuples by"
                    + " firstIdle.",
            "With -e: sets how many engines each task of a component has, at once and for later workers.",
            "Prints once; with --watch, --interval or --count repeatedly until Ctrl-C. With --json then one document per line and"
                    + " reading. 'millrace describe TOPOLOGY --decisions' shows why engines were started and ended."
        })
final class EnginesCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(paramLabel = "TOPOLOGY", description = "Name of the topology.")
    private String name;

    @Option(
            names = {"-e", "--engines"},
            paramLabel = "COMPONENT=MIN..MAX",
            description =
                    "Engines of each task of the component, at least and at most, such as analyse=2..8; may be given several times.")
    private List<String> bounds = List.of();

    @Option(names = "--watch", description = "Repeat until Ctrl-C.")
    private boolean watch;

    @Mixin
    private WatchOptions watching;

    @Override
    public void run() {
        watching.check();
        List<EngineBoundsRequest> requests = requests();
        if (!requests.isEmpty() && (watch || watching.wanted())) {
            throw new CommandFailure(
                    ExitCode.USAGE, "-e changes something and ends: give it without --watch, --interval and --count");
        }
        watching.print(
                millrace,
                watch || watching.wanted(),
                cluster -> requests.isEmpty() ? read(cluster) : change(cluster, requests));
    }

    private List<EngineBoundsRequest> requests() {
        List<EngineBoundsRequest> requests = new ArrayList<>();
        for (String option : bounds) {
            // An id may contain the sign too, so the last one counts
            int sign = option.lastIndexOf('=');
            try {
                if (sign < 0) {
                    throw new IllegalArgumentException("give COMPONENT=MIN..MAX, such as analyse=2..8");
                }
                EngineBounds.Range range = EngineBounds.Range.read(option.substring(sign + 1));
                requests.add(new EngineBoundsRequest(option.substring(0, sign), range.toString()));
            } catch (IllegalArgumentException e) {
                throw new CommandFailure(ExitCode.USAGE, "-e " + option + ": " + e.getMessage());
            }
        }
        return requests;
    }

    private Reading change(Cluster cluster, List<EngineBoundsRequest> requests) {
        requests.forEach(request -> cluster.set(name, request));
        return new Reading(
                requests,
                requests.stream()
                        .map(request -> "each task of " + request.component() + " of " + name + " has "
                                + request.bounds() + " engines from now on")
                        .toList());
    }

    private Reading read(Cluster cluster) {
        TopologyEngines engines = cluster.engines(name);
        return new Reading(engines, EngineText.lines(engines));
    }
}
