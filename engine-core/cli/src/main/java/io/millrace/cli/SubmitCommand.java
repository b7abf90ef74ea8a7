// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cli.backend.Settings;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.jar.JarSubmission;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.runtime.settings.ClusterKeys;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(name = "submit", description = "Sends the topologies of a jar to the cluster.")
final class SubmitCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Mixin
    private JarArguments arguments;

    @Option(names = "--inactive", description = "Its spouts emit nothing until 'millrace activate'.")
    private boolean inactive;

    @Option(
            names = "--from",
            paramLabel = "DIR",
            description = "Begin with the states of this savepoint, see 'millrace savepoint'.")
    private String from;

    @Option(
            names = "--allow-dropped",
            paramLabel = "COMPONENT",
            split = ",",
            description =
                    "Lose what the savepoint has of this component, which the topology has no more; may be repeated.")
    private List<String> dropped = List.of();

    @Mixin
    private WaitOptions waiting;

    @SuppressWarnings("try")
    @Override
    public void run() {
        JarSubmission checked = arguments.check(millrace.installation());
        try (AuthorsOutput output = AuthorsOutput.of(millrace);
                Cluster cluster = millrace.connect()) {
            arguments.tellZooKeeper(millrace.config().get(ClusterKeys.ZOOKEEPER_CONNECT));
            List<TopologyInfo> submitted = checked.submit(cluster, settings());
            arguments.printNotes(submitted, millrace.terminal());
            List<TopologyInfo> shown = waiting.wanted() ? waiting.untilUp(cluster, submitted) : submitted;
            millrace.print(
                    shown,
                    () -> shown.forEach(topology -> millrace.terminal()
                            .line("submitted " + topology.name() + " as " + topology.id() + ", "
                                    + topology.status().name().toLowerCase(java.util.Locale.ROOT))));
        }
    }

    private Config settings() {
        Config settings = Settings.ofTopology(millrace.settings());
        if (inactive) {
            settings = settings.with(TopologyKeys.INACTIVE, true);
        }
        if (from != null) {
            settings = settings.with(TopologyKeys.SAVEPOINT_FROM, SavepointLocations.absolute(from));
        }
        return dropped.isEmpty()
                ? settings
                : settings.with(TopologyKeys.SAVEPOINT_ALLOW_DROPPED, String.join(",", dropped));
    }
}
