// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.SettingRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "set",
        description =
                "Changes a setting of a running topology, also for workers that start later. Keys: topology.geo.order,"
                        + " topology.engine.bounds, topology.rebalance.auto; of a list the entries that change.")
final class SetCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(index = "0", paramLabel = "TOPOLOGY", description = "Name of the topology.")
    private String name;

    @Parameters(
            index = "1",
            paramLabel = "KEY=VALUE",
            description = "The key and its value, such as topology.engine.bounds=analyse=2..8.")
    private String setting;

    @Override
    public void run() {
        int sign = setting.indexOf('=');
        if (sign < 0) {
            throw new CommandFailure(ExitCode.USAGE, "'" + setting + "': give KEY=VALUE");
        }
        SettingRequest request = new SettingRequest(setting.substring(0, sign), setting.substring(sign + 1));
        try (Cluster cluster = millrace.connect()) {
            cluster.set(name, request);
        }
        millrace.print(request, () -> millrace.terminal().line("set for " + name + " from now on: " + setting));
    }
}
