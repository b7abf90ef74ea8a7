// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.RunningTopology.Status;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.RebalanceState;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Waits for the effect of a command. */
final class WaitOptions {

    private static final long POLL_MILLIS = 100;

    @Option(names = "--wait", description = "Return when the command has taken effect, or the time-out has passed.")
    private boolean wanted;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "Time-out of --wait (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee;

    boolean wanted() {
        return wanted;
    }

    Duration most() {
        return Duration.ofSeconds(seconds);
    }

    /** Waits until all workers of these topologies are up. */
    List<TopologyInfo> untilUp(Cluster cluster, List<TopologyInfo> submitted) {
        List<TopologyInfo> up = new ArrayList<>();
        long deadline = System.nanoTime() + most().toNanos();
        for (TopologyInfo topology : submitted) {
            String name = topology.name();
            await(deadline, () -> isUp(sound(cluster.describe(name).info())), () -> notUp(cluster.describe(name)));
            up.add(cluster.describe(name).info());
        }
        return up;
    }

    /** Waits until a rebalance has ended, and returns its state. */
    RebalanceState untilRebalanced(Cluster cluster, String name, long number) {
        long deadline = System.nanoTime() + most().toNanos();
        await(
                deadline,
                () -> !isGoingOn(cluster.rebalance(name), number),
                () -> "the rebalance of '" + name + "' has not ended (it waits for "
                        + String.join(", ", cluster.rebalance(name).waitingFor()) + ")");
        return cluster.rebalance(name);
    }

    /** Waits until a savepoint is made or has failed, and returns it. */
    SavepointRecord untilSaved(Cluster cluster, String name, long number) {
        long deadline = System.nanoTime() + most().toNanos();
        await(
                deadline,
                () -> cluster.savepoint(name).number() != number
                        || !cluster.savepoint(name).isAsked(),
                () -> "savepoint " + number + " of '" + name + "' is not made");
        return cluster.savepoint(name);
    }

    /** Waits until nothing is left on a drained node. */
    NodeInfo untilDrained(Cluster cluster, String node) {
        long deadline = System.nanoTime() + most().toNanos();
        await(
                deadline,
                () -> {
                    NodeInfo now = state(cluster, node);
                    if (now.state() == NodeInfo.State.DRAINING) {
                        // A user who waits may have to repair something
                        notice().tells(left(now));
                    }
                    return now.state() == NodeInfo.State.DRAINED;
                },
                () -> left(state(cluster, node)));
        return state(cluster, node);
    }

    private static String left(NodeInfo node) {
        return node.state() == NodeInfo.State.DRAINING
                ? String.join("; ", NodesCommand.drained(node))
                : node.node() + " is not drained";
    }

    private static NodeInfo state(Cluster cluster, String node) {
        return cluster.nodes().stream()
                .filter(info -> info.node().equals(node))
                .findFirst()
                .orElseThrow(() -> new CommandFailure(ExitCode.NOT_FOUND, "node " + node + " is gone"));
    }

    private static boolean isGoingOn(RebalanceState state, long number) {
        return state.number() == number && state.goesOn();
    }

    /** Returns the topology; throws if it has failed. */
    private static TopologyInfo sound(TopologyInfo topology) {
        if (topology.status() == Status.FAILED) {
            throw new CommandFailure(
                    ExitCode.FAILED, "topology '" + topology.name() + "' has failed: " + topology.failure());
        }
        return topology;
    }

    private static boolean isUp(TopologyInfo topology) {
        return topology.status() == Status.COMPLETED
                || topology.status() != Status.STARTING
                        && topology.workers() > 0
                        && topology.workersUp() >= topology.workers();
    }

    private static String notUp(TopologyDescription topology) {
        List<String> why = Stream.concat(topology.problems().stream(), topology.hints().stream())
                .toList();
        return "the workers of '" + topology.info().name() + "' are not up"
                + (why.isEmpty() ? "" : " (" + String.join("; ", why) + ")");
    }

    private WaitNotice notice() {
        return ((MillraceCommand) mixee.root().userObject()).notice();
    }

    private void await(long deadline, BooleanSupplier condition, Supplier<String> failure) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            notice().waits(System.nanoTime() - start, failure);
            if (System.nanoTime() - deadline > 0) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        failure.get() + " after " + seconds
                                + " s: look at 'millrace describe' and 'millrace logs', or raise" + " --timeout");
            }
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CommandFailure(ExitCode.FAILED, "interrupted while waiting", e);
            }
        }
    }
}
