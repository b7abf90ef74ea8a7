// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.cluster.controller.placement.Slots;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ControllerInfo;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.NodeInfo.Left;
import io.millrace.cluster.model.NodeInfo.State;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The nodes of a cluster for clients; pure. */
final class Nodes {

    private Nodes() {}

    /** Returns all nodes that are up, have tasks, or are drained, by name. */
    static List<NodeInfo> of(ClusterView view, Problems problems) {
        Map<String, Integer> used = Slots.used(view);
        return names(view).stream()
                .map(node -> info(node, used.getOrDefault(node, 0), view, problems))
                .toList();
    }

    static Set<String> names(ClusterView view) {
        Set<String> names = new TreeSet<>(view.supervisors().keySet());
        names.addAll(view.drains().keySet());
        view.topologies().values().stream()
                .filter(topology -> !topology.record().ended() && topology.assignment() != null)
                .flatMap(topology -> topology.assignment().value().started().stream())
                .map(WorkerPlan::node)
                .forEach(names::add);
        return names;
    }

    private static NodeInfo info(String node, int used, ClusterView view, Problems problems) {
        SupervisorRecord up = view.supervisors().get(node);
        List<Left> left = view.isDrained(node) ? left(node, view, problems) : List.of();
        State state = view.isDrained(node)
                ? left.isEmpty() ? State.DRAINED : State.DRAINING
                : up == null ? State.MISSING : State.UP;
        return up == null
                ? new NodeInfo(
                        node,
                        NodeInfo.Process.NONE,
                        used,
                        state,
                        left,
                        new NodeInfo.Versions("", workerVersions(node, view)),
                        NodeInfo.Place.UNKNOWN)
                : new NodeInfo(
                        node,
                        new NodeInfo.Process(up.host(), up.pid(), up.cores(), up.slots()),
                        used,
                        state,
                        left,
                        new NodeInfo.Versions(up.version(), workerVersions(node, view)),
                        new NodeInfo.Place(up.region(), up.relay()));
    }

    private static List<String> workerVersions(String node, ClusterView view) {
        return view.topologies().values().stream()
                .flatMap(topology -> topology.workers().values().stream())
                .filter(worker -> worker.node().equals(node))
                .map(worker -> worker.origin().version())
                .filter(version -> !version.isEmpty())
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the controllers that are up, by host and port. */
    static List<ControllerInfo> controllers(ClusterView view) {
        return view.controllers().values().stream()
                .map(up -> new ControllerInfo(
                        up.host(),
                        up.port(),
                        up.pid(),
                        up.version(),
                        view.leader()
                                .filter(leader -> leader.instance().equals(up.instance()))
                                .isPresent()))
                .sorted(Comparator.comparing(ControllerInfo::host).thenComparing(ControllerInfo::port))
                .toList();
    }

    /** Returns the topologies that a drained node still has, also those whose workers are ending. */
    private static List<Left> left(String node, ClusterView view, Problems problems) {
        List<Left> left = new ArrayList<>();
        for (TopologyView topology : view.topologies().values()) {
            Stream<String> planned = topology.record().ended() || topology.assignment() == null
                    ? Stream.of()
                    : topology.assignment().value().started().stream().map(WorkerPlan::node);
            Stream<String> started = topology.starts().values().stream().map(WorkerStart::node);
            if (Stream.concat(planned, started).anyMatch(node::equals)) {
                left.add(new Left(topology.record().name(), why(topology, problems)));
            }
        }
        return List.copyOf(left);
    }

    private static String why(TopologyView topology, Problems problems) {
        AssignmentRecord assignment =
                topology.assignment() == null ? null : topology.assignment().value();
        if (topology.record().ended()) {
            return "is being ended";
        }
        if (assignment != null && assignment.rebalancing()) {
            return "is being moved: " + assignment.rebalance().phase();
        }
        return problems.of(topology.record().id()).orElse("is about to move");
    }
}
