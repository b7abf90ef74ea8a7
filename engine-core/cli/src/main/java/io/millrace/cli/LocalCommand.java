// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.RunningTopology.Status;
import io.millrace.cli.backend.Backend;
import io.millrace.cli.backend.Settings;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.exit.StopSignal;
import io.millrace.cli.terminal.Terminal;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.StartsInVain;
import io.millrace.cluster.jar.JarSubmission;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "local",
        description = "Runs the topologies of a jar on a cluster inside this process until they complete or Ctrl-C,"
                + " and prints their workers' logs.")
final class LocalCommand implements Runnable {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration KILL_WAIT = Duration.ofSeconds(30);

    @ParentCommand
    private MillraceCommand millrace;

    @Mixin
    private JarArguments arguments;

    @SuppressWarnings("try")
    @Override
    public void run() {
        OwnLimits.checkForCluster();
        JarSubmission checked = arguments.check(millrace.installation());
        try (AuthorsOutput output = AuthorsOutput.of(millrace);
                StopSignal stop = new StopSignal();
                Backend.Embedded embedded = millrace.backend().embed(millrace.config())) {
            LogFollower logs = new LogFollower(embedded.logs(), logTerminal());
            LocalEvents events = new LocalEvents(logTerminal());
            Cluster cluster = embedded.cluster();
            arguments.tellZooKeeper(embedded.zooKeeper());
            List<TopologyInfo> submitted = checked.submit(cluster, Settings.ofTopology(millrace.settings()));
            arguments.printNotes(submitted, millrace.terminal());
            List<TopologyInfo> now = submitted;
            List<String> failures = new ArrayList<>();
            BlockedStarts blocked = new BlockedStarts();
            boolean stopped = false;
            while (!stopped && failures.isEmpty() && !now.stream().allMatch(LocalCommand::atEnd)) {
                stopped = stop.await(POLL);
                logs.printNew();
                List<TopologyDescription> descriptions = submitted.stream()
                        .map(topology -> cluster.describe(topology.name()))
                        .toList();
                descriptions.forEach(events::printNew);
                descriptions.forEach(topology -> failure(topology)
                        .or(() -> blocked.look(topology).map(why -> cannotRun(topology, why)))
                        .ifPresent(failures::add));
                now = descriptions.stream().map(TopologyDescription::info).toList();
            }
            List<TopologyInfo> ends = now;
            submitted.forEach(topology -> cluster.kill(topology.name(), KILL_WAIT));
            logs.finish();
            millrace.print(ends, () -> ends.forEach(this::show));
            if (!failures.isEmpty()) {
                throw new CommandFailure(ExitCode.FAILED, String.join("; ", failures));
            }
        }
    }

    /** Returns the terminal of the logs, which go to standard error if standard output is JSON. */
    private Terminal logTerminal() {
        Terminal terminal = millrace.terminal();
        return millrace.json() ? new Terminal(terminal.in(), terminal.err(), terminal.err(), false) : terminal;
    }

    /** Returns why a topology fails: one that cannot start ends, as nobody repairs a machine while the command runs. */
    private static Optional<String> failure(TopologyDescription topology) {
        return topology.info().status() == Status.FAILED
                ? Optional.of("topology '" + topology.info().name() + "' has failed: "
                        + topology.info().failure())
                : StartsInVain.of(topology).map(why -> cannotRun(topology, why));
    }

    private static String cannotRun(TopologyDescription topology, String why) {
        return "topology '" + topology.info().name() + "' cannot run: " + why;
    }

    private static boolean atEnd(TopologyInfo topology) {
        return topology.status() == Status.COMPLETED || topology.status() == Status.FAILED;
    }

    private void show(TopologyInfo topology) {
        String status = topology.status().name().toLowerCase(Locale.ROOT);
        if (!atEnd(topology)) {
            status = "stopped while " + status;
        }
        millrace.terminal().line(topology.name() + " " + status);
    }
}
