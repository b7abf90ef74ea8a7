// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.Config;
import io.millrace.cli.exit.StopSignal;
import io.millrace.cli.terminal.Screen;
import io.millrace.cli.terminal.ScreenSize;
import io.millrace.cli.top.TopColumn;
import io.millrace.cli.top.TopReader;
import io.millrace.cli.top.TopReading;
import io.millrace.cli.top.TopReport;
import io.millrace.cli.top.TopText;
import io.millrace.cli.top.TopWatch;
import io.millrace.cluster.client.Cluster;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "top",
        description = {
            "Shows topologies, their components and their executors live until Ctrl-C: rates per second between"
                    + " two readings, errors since the workers started, waiting tuples, and how the executors spend their"
                    + " time.",
            "WAIT (in front of a task) and EXECUTE are of sampled tuples since the workers started, of the slowest task."
                    + " CAPACITY is the estimated share of the tasks' time spent in execute, at most what their executors"
                    + " were busy: near 100%% a component needs more tasks. END-TO-END is of the last seconds.",
            "EVENT TIME lists the tasks whose watermarks are furthest behind, and the task that each waits for. A spout"
                    + " that stands still because of its pending tuples is named with the bolt that holds them."
                    + " BATCHES lists the tasks that execute batches: how long one waits, its size and the time of"
                    + " its call in the last second, and the share of the time that calls took.",
            "QUEUES lists the tasks whose tuples wait for free tasks, the longest queue first: how many wait, for how"
                    + " long the first one has waited, their bytes, and how many of these are in files.",
            "On a terminal the tables are redrawn in place, else they follow each other; with --json, one document per"
                    + " line and reading."
        })
final class TopCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(paramLabel = "TOPOLOGY", arity = "0..*", description = "Topologies to show (default: all).")
    private List<String> names = List.of();

    @Mixin
    private WatchOptions watching;

    @Option(
            names = "--sort",
            paramLabel = "COLUMN",
            description =
                    "Sort components by one of ${COMPLETION-CANDIDATES}: numbers from high to low, WAIT and EXECUTE"
                            + " by their 99th percentile (default: the topology's order).")
    private TopColumn sort;

    @Option(
            names = "--custom",
            description = "Show the counters, gauges and timers that components have made, of each task.")
    private boolean custom;

    @Override
    public void run() {
        watching.check();
        try (StopSignal stop = StopSignal.thatIsNoFailure();
                Cluster cluster = millrace.connect()) {
            watch(new TopReader(cluster, names, System::nanoTime), stop);
        }
    }

    private void watch(TopReader reader, StopSignal stop) {
        TopWatch watch = new TopWatch(where(), reader.read());
        Screen screen = new Screen(millrace.terminal(), ScreenSize::ofTerminal);
        for (int shown = 0; !watching.enough(shown) && !stop.await(watching.pause()); shown++) {
            TopReading reading = reader.read();
            TopReport report = watch.next(reading);
            if (millrace.json()) {
                millrace.terminal().line(Json.line(report));
            } else {
                screen.show(TopText.lines(report, sort, custom));
            }
            if (!names.isEmpty() && reading.topologies().isEmpty()) {
                return;
            }
        }
    }

    private String where() {
        Config config = millrace.config();
        return config.get(ClusterKeys.ZOOKEEPER_CONNECT) + config.get(ClusterKeys.ZOOKEEPER_ROOT);
    }
}
