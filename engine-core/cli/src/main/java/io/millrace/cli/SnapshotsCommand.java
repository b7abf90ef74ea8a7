// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.snapshots.SnapshotText;
import io.millrace.cluster.client.Cluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "snapshots",
        description = {
            "Shows the last snapshots of a topology, the latest one first: when each began, how long it and its phases took,"
                    + " what was written, its slowest task, and why it has failed.",
            "Each phase is the longest of all tasks, so that they need not add up to the total."
        })
final class SnapshotsCommand extends TopologyCommand {

    private static final int MOST = 100;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many, up to " + MOST + " (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Override
    void check() {
        if (limit < 1 || limit > MOST) {
            throw new CommandFailure(ExitCode.USAGE, "--limit is " + limit + ": it takes 1 to " + MOST);
        }
    }

    @Override
    void ask(Cluster cluster) {
        SnapshotMetrics snapshots = cluster.snapshots(name, limit);
        millrace.print(snapshots, SnapshotText.lines(snapshots, System.currentTimeMillis()));
    }
}
